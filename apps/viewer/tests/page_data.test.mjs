import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { compiled } from "./compiled.mjs";

const { geometryOf, PageError, readPage, unpacked } = await compiled("page_data.ts");

const extras = {
  format: "clearance-page-1",
  title: "t",
  program: "p",
  made_by: "m",
  arrays: [{ vertices: [0, 3], triangles: [72, 1], edges: [88, 1] }],
  boxes: [],
  left_out: [],
  notices: [],
  statistics: [],
  sweeps: [],
  traces: [],
};
const scene = { format: "clearance-scene-1", objects: [] };
const bytes = new Uint8Array(96);
new Float64Array(bytes.buffer, 0, 9).set([0, 0, 0, 0.1, 0, 0, 0, 1, 0]);
new Uint32Array(bytes.buffer, 72, 3).set([0, 1, 2]);
new Uint32Array(bytes.buffer, 88, 2).set([0, 1]);

// A document that has these elements and nothing else.
const page = (elements) =>
  readPage({
    querySelector: (selector) => {
      const id = /id="clearance-(.*)"/.exec(selector)[1];
      return id in elements ? { textContent: elements[id] } : null;
    },
  });
const whole = (change = {}) => ({
  scene: JSON.stringify(scene),
  page: JSON.stringify(extras),
  arrays: Buffer.from(bytes).toString("base64"),
  ...change,
});
const refused = (elements, says) =>
  assert.throws(
    () => page(elements),
    (error) => error instanceof PageError && says.test(error.message),
  );

test("a page without a result", () => {
  const read = page(whole());
  assert.equal(read.result, null);
  assert.deepEqual(read.entries, []);
  assert.deepEqual([...geometryOf(read, "#0").vertices], [0, 0, 0, 0.1, 0, 0, 0, 1, 0]);
});

test("entries stay beside what is sound of them", () => {
  const pairs = [null, { a: "x", b: "y", status: "touching", place: 3 }];
  const read = page(whole({ result: JSON.stringify({ format: "clearance-result-1", query: "check", pairs }) }));
  assert.deepEqual(read.entries, pairs);
  assert.deepEqual(
    read.result.pairs.map(({ status }) => status),
    ["unreadable", "touching"],
  );
  assert.equal(read.result.pairs[1].place, undefined);
  for (const odd of ["3", '"x"', "{}", "null"]) {
    const result = `{"format":"clearance-result-1","query":"check","pairs":${odd}}`;
    assert.deepEqual(page(whole({ result })).result.pairs, []);
  }
});

test("what a page cannot do without is named", () => {
  refused({}, /no scene/);
  refused(whole({ scene: "{" }), /no JSON/);
  refused(whole({ scene: JSON.stringify({ ...scene, format: "x" }) }), /clearance-scene-1/);
  for (const objects of [undefined, 3, {}, [null]])
    refused(whole({ scene: JSON.stringify({ ...scene, objects }) }), /no list of objects/);
  for (const list of ["arrays", "boxes", "notices", "traces"])
    refused(whole({ page: JSON.stringify({ ...extras, [list]: "none" }) }), new RegExp(`no list "${list}"`));
  refused(whole({ result: "[]" }), /result in this page is not of the format/);
});

test("geometry stays within its bytes", () => {
  const entry = extras.arrays[0];
  for (const odd of [
    null,
    {},
    { ...entry, vertices: [0, 5] },
    { ...entry, vertices: [4, 1] },
    { ...entry, edges: [-8, 1] },
    { ...entry, triangles: [0, 0.5] },
    { ...entry, triangles: "all" },
  ])
    refused(whole({ page: JSON.stringify({ ...extras, arrays: [odd] }) }), /entry 0 of the geometry/);
  const beyond = Uint8Array.from(bytes);
  new Uint32Array(beyond.buffer, 72, 3).set([0, 1, 3]);
  const read = page(whole({ arrays: Buffer.from(beyond).toString("base64") }));
  assert.throws(() => geometryOf(read, "#0"), PageError);
  assert.throws(() => geometryOf(read, "#1"), PageError);
});

test("a recorded run that cannot be read is left out, and that is said", () => {
  const at = { t: [0, 0, 0] };
  const step = { what: "support", direction: null, a: [0, 0, 0], b: [1, 0, 0] };
  const run = (steps) => ({ a: "x", b: "y", method: "m", title: "", frames: [{ pose_a: at, pose_b: at, steps }] });
  const traces = [null, run([step, null]), run([step]), run([{ ...step, a: [0, 0] }]), { ...run([]), a: 3 }, run([])];
  const read = page(whole({ page: JSON.stringify({ ...extras, traces }) }));
  assert.deepEqual(read.extras.traces, [run([step]), run([])]);
  assert.deepEqual(read.extras.notices, ["4 of 6 recorded runs of methods cannot be read."]);
});

test("what is packed is read as if it were not", async () => {
  const among = (text, bytes) => ({
    querySelectorAll: () => [
      { id: "clearance-result", textContent: deflateRawSync(Buffer.from(text)).toString("base64"), dataset: { bytes } },
    ],
  });
  const text = JSON.stringify({ format: "clearance-result-1", query: "check", pairs: [] });
  const packed = await unpacked(among(text, `${text.length}`));
  const elements = whole();
  const read = readPage(
    { querySelector: (selector) => ({ textContent: elements[/id="clearance-(.*)"/.exec(selector)[1]] }) },
    packed,
  );
  assert.equal(read.resultText, text);
  await assert.rejects(unpacked(among(text, `${text.length + 1}`)), PageError);
  const broken = { querySelectorAll: () => [{ id: "x", textContent: "AAAA", dataset: { bytes: "3" } }] };
  await assert.rejects(unpacked(broken), /x in this page cannot be unpacked/);
});
