import assert from "node:assert/strict";
import { test } from "node:test";
import { compiled } from "./compiled.mjs";

const { certificateWords, standingWords } = await compiled("panels/certificate_words.ts");
const { coherence, distanceOf, gapAlong, outcomeWords, placeText, readRuns } = await compiled("traces/trace_model.ts");

const names = { a: "<b>crate</b>", b: "lamp" };
const words = (certificate) => certificateWords(certificate, names);

test("each kind of certificate in words", () => {
  assert.equal(
    words({ kind: "vector", normal: [0, 0, 1] }),
    "A plane with normal (0, 0, 1) separates them: all of <b>crate</b> lies on one side, all of lamp on the other.",
  );
  assert.match(
    words({ kind: "face", of: "b", vertices: [1, 2, 3], flip: true }),
    /along the face 1, 2, 3 of lamp, turned round/,
  );
  assert.match(words({ kind: "edges", a: [0, 1], b: [2, 3] }), /edge 0–1 of <b>crate<\/b> and the edge 2–3 of lamp/);
  assert.match(words({ kind: "points", a: 4, b: 5 }), /vertex 4 of .* vertex 5 of lamp/);
  assert.match(
    words({ kind: "side", plane: { kind: "points", a: 0, b: 1 }, edge_of: "a", edge: [2, 3] }),
    /along the edge 2–3/,
  );
  assert.match(words({ kind: "simplex", a: [1, 2], b: [3, 4] }), /2 pairs of vertices/);
  assert.match(words({ kind: "touch", simplex: {}, plane: { kind: "vector", normal: [0, 0, 1] } }), /only touch/);
  assert.match(words({ kind: "near", witness: {} }), /radii/);
  assert.match(words({ kind: "triangles", a: 18, b: 0 }), /Triangle 18 .* triangle 0/);
  assert.match(words({ kind: "interior", point: [1, 2, 3] }), /\(1, 2, 3\)/);
  assert.match(words({ kind: "interior", point: ["1/3", 0, 0] }), /exact fractions/);
  assert.match(words({ kind: "inside", of: "b", vertex: 3 }), /Vertex 3 of lamp/);
  assert.match(
    words({ kind: "cover", root: { split: "a", of_first: { plane: {} }, of_rest: { plane: {} } } }),
    /2 planes/,
  );
});

test("an odd certificate is said to be odd", () => {
  for (const odd of [
    3,
    [],
    {},
    { kind: 3 },
    { kind: "vector" },
    { kind: "face" },
    { kind: "edges", a: "x" },
    { kind: "points" },
    { kind: "side" },
    { kind: "simplex" },
    { kind: "touch" },
    { kind: "interior", point: [1] },
    { kind: "cover", root: 3 },
    { kind: "__proto__" },
    { kind: "triangles", a: "<b>" },
  ])
    assert.equal(typeof words(odd), "string");
  let deep = { plane: {} };
  for (let i = 0; i < 100_000; ++i) deep = { split: "a", of_first: deep, of_rest: { plane: {} } };
  assert.match(words({ kind: "cover", root: deep }), /100,001 planes/);
  let side = { kind: "points", a: 0, b: 1 };
  for (let i = 0; i < 100_000; ++i) side = { kind: "side", plane: side, edge_of: "a", edge: [0, 1] };
  assert.match(words(side), /another plane/);
});

test("only what was verified is called so", () => {
  assert.equal(standingWords("verified", "", "done").mark, "verified here");
  assert.match(standingWords("fails", "the plane does not separate them", "done").sentence, /does not hold: the plane/);
  assert.equal(standingWords("unproved", "", "done").mark, "no certificate");
  assert.equal(standingWords("pending", "", "running").mark, "pending");
  assert.equal(standingWords("pending", "", "unavailable").mark, "not re-checked");
  assert.equal(standingWords("splendid", "", "done").mark, "pending");
});

const step = (what, a, b, direction = null) => ({ what, a, b, direction });
const run = {
  a: "left",
  b: "right",
  method: "lin_canny",
  title: "t",
  frames: [
    {
      outcome: "separated",
      steps: [
        step("vertex-face", [0, 0, 0], [0, 3, 4]),
        step("edge-edge", [0, 0, 0], [1, 0, 0], [2, 0, 0]),
        step("end", [0, 0, 0], [1, 0, 0]),
      ],
    },
    { outcome: "unresolved", steps: [step("x", [0, 0, 0], [1, 0, 0])] },
    { outcome: "touching", steps: [step("x", [0, 0, 0], [1, 0, 0]), step("y", [0, 0, 0], [1, 0, 0])] },
    { outcome: "penetrating", steps: [] },
  ],
};

test("steps are counted frame by frame", () => {
  const [read] = readRuns([run]);
  assert.equal(placeText(read, 0, 0), "Frame 1 of 4, step 1 of 3");
  assert.equal(placeText(read, 0, 2), "Frame 1 of 4, step 3 of 3");
  assert.equal(placeText(read, 1, 0), "Frame 2 of 4, step 1 of 1");
  assert.equal(placeText(read, 3, 0), "Frame 4 of 4, no steps");
  assert.equal(placeText({ ...read, frames: read.frames.slice(0, 1) }, 0, 1), "step 2 of 3");
  assert.deepEqual(coherence(read), { first: 3, later: 1 });
  assert.equal(distanceOf(read.frames[0].steps[0]), 5);
  assert.equal(gapAlong(read.frames[0].steps[1]), 1);
  assert.equal(gapAlong(read.frames[0].steps[0]), null);
});

test("unresolved is no proof", () => {
  assert.match(outcomeWords("unresolved"), /proved nothing/);
  const [read] = readRuns([
    {
      frames: [
        { outcome: "green" },
        null,
        { outcome: "separated", steps: [null, { a: [1, "2", 3], direction: [0, 0, NaN] }] },
      ],
    },
  ]);
  assert.deepEqual(
    read.frames.map(({ outcome }) => outcome),
    ["unreadable", "unreadable", "separated"],
  );
  assert.equal(read.frames[2].steps.length, 2); // unreadable steps still count
  assert.equal(distanceOf(read.frames[2].steps[1]), null);
  assert.deepEqual(readRuns("x"), []);
  assert.equal(readRuns([null, 3]).length, 2);
});

const { columnPaths, stepWords, walked } = await compiled("traces/trace_model.ts");

test("walking over the steps meets each of them once, there and back", () => {
  const runs = readRuns([run]);
  const places = [{ run: 0, frame: 0, step: 0 }];
  for (let place = places[0]; (place = walked(runs, place, true));) places.push(place);
  assert.deepEqual(
    places.map(({ frame, step }) => [frame, step]),
    [
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 0],
      [2, 0],
      [2, 1],
      [3, 0],
    ],
  );
  const back = [places.at(-1)];
  for (let place = back[0]; (place = walked(runs, place, false));) back.push(place);
  assert.deepEqual(back.reverse(), places);
  assert.equal(walked([], { run: 3, frame: 0, step: 0 }, true), null);
});

test("columns: one a frame, unresolved ones apart", () => {
  const [read] = readRuns([run]);
  const paths = columnPaths(read, 400, 40);
  assert.deepEqual([...paths.keys()], ["separated", "unresolved", "touching", "penetrating"]);
  assert.equal(paths.get("separated"), "M0.00 40v-40.00h99.00V40z");
});

test("what a step compares", () => {
  assert.equal(stepWords("vertex-face"), "a vertex of a and a face of b are compared");
  assert.notEqual(stepWords("support"), "");
  for (const odd of ["", "constructor", "vertex", "vertex-face-edge", "<b>"]) assert.equal(stepWords(odd), "");
});

const { counted, inSentence, onOneLine } = await compiled("panels/names.ts");

test("a name is one name on one line, and never more of a sentence than its share", () => {
  assert.equal(onOneLine("a\nb\tc\u0000d\u2028e"), "a↵b⇥c\ufffdd↵e");
  assert.equal(onOneLine("صمام 🔩 <b>"), "صمام 🔩 <b>");
  assert.equal(inSentence("\u202eevil"), "\u2068\u202eevil\u2069");
  assert.equal([...inSentence("🔩".repeat(1000))].length, 63);
  assert.equal(counted(1, "pair"), "1 pair");
  assert.equal(counted(2000, "entry", "entries"), "2,000 entries");
});
