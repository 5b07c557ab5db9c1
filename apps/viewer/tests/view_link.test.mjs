import assert from "node:assert/strict";
import { test } from "node:test";
import { compiled } from "./compiled.mjs";

const { encodeView, decodeView } = await compiled("panels/view_link.ts");

const layers = Object.fromEntries(
  [
    "faces",
    "edges",
    "hulls",
    "parts",
    "names",
    "boxes",
    "witness",
    "plane",
    "depth",
    "contacts",
    "conflict",
    "sweeps",
    "allPairs",
  ].map((name, i) => [name, i % 3 !== 0]),
);
const first = {
  pair: null,
  object: null,
  triangle: null,
  part: null,
  hidden: new Set(),
  onlyPair: false,
  opacity: 1,
  layers,
  section: null,
  measure: null,
  measuring: false,
  time: 0,
  playing: false,
  rate: 1,
  trace: null,
  theme: "auto",
  filter: { search: "", statuses: new Set(), order: "severity" },
  standings: [],
  checking: "none",
};
const extent = { pairs: 10, objects: 20, interval: [0, 2], frames: [[3], [5, 1, 0]] };
const camera = { position: [1, -2.5, 1e-7], target: [0, 0, 0], up: [0, 0, 1] };

test("there and back", () => {
  const view = {
    ...first,
    pair: 3,
    object: 7,
    triangle: 12,
    hidden: new Set([1, 2, 3, 9]),
    onlyPair: true,
    opacity: 0.25,
    layers: { ...layers, faces: true, hulls: false },
    section: { normal: [0, 0.6, 0.8], offset: -3.5 },
    measure: { from: [0, 0, 0], to: [1, 2, 3] },
    time: 0.30000000000000004,
    rate: 0.125,
    trace: { run: 1, frame: 0, step: 4 },
    theme: "dark",
    filter: { search: "größe & <b>=🔩\ud800", statuses: new Set(["status:touching", "mark:fails"]), order: "-names" },
  };
  const link = encodeView(view, camera);
  assert.match(link, /^#[!-~]*$/);
  const back = decodeView(link, first, extent);
  assert.deepEqual(back.camera, camera);
  for (const key of [
    "pair",
    "object",
    "triangle",
    "hidden",
    "onlyPair",
    "opacity",
    "layers",
    "section",
    "measure",
    "time",
    "rate",
    "trace",
    "theme",
  ])
    assert.deepEqual(back.change[key], view[key], key);
  assert.deepEqual(back.change.filter, { ...view.filter, search: "größe & <b>=🔩\ufffd" });
  assert.deepEqual(decodeView(encodeView(first, null), first, extent).change.layers, layers);
});

test("all of a thousand bodies hidden is a short link", () => {
  const link = encodeView({ ...first, hidden: new Set(Array.from({ length: 1000 }, (_, i) => i)) }, null);
  assert.match(link, /hidden=0-999&/);
  assert.equal(decodeView(link, first, extent).change.hidden.size, 20);
});

test("hostile links change nothing", () => {
  const before = JSON.stringify(first, (_, value) => (value instanceof Set ? [...value] : value));
  for (const link of [
    "",
    "#",
    "nonsense",
    "#<script>alert(1)</script>",
    "#pair=11",
    "#pair=-1",
    "#pair=1e3",
    "#pair=NaN",
    "#pair=__proto__",
    "#object=20",
    "#triangle=4",
    "#hidden=0-99999999999",
    "#hidden=a",
    "#opacity=7",
    "#opacity=Infinity",
    "#layers=faces,__proto__",
    "#layers=faces,constructor",
    "#section=0,0,0,1",
    "#section=1,0,0",
    "#section=1,0,0,1e999",
    "#time=9",
    "#time=-1",
    "#rate=0",
    "#trace=1,2,1",
    "#trace=2,0,0",
    "#trace=1,0",
    "#theme=evil",
    "#search=%",
    "#filter=%E0%A4%A",
    "#filter=status:<b>",
    "#order=<b>",
    "#__proto__=1&constructor=2",
    "#camera=0,0,0,0,0,0,0,0,1",
    "#camera=1,1,1,0,0,0,1,1,1",
    "#camera=1e300,0,0,0,0,0,0,0,1",
    "#camera=1,2,3",
    `#pair=${"1".repeat(30_000)}`,
    "#measure=1,2,3",
    "#pair",
    "#=",
    "#&&&",
  ]) {
    const { change, camera: found } = decodeView(link, first, extent);
    const after = JSON.stringify({ ...first, ...change }, (_, value) => (value instanceof Set ? [...value] : value));
    assert.equal(after, before, link);
    assert.equal(found, null, link);
  }
  assert.equal({}.polluted, undefined);
});

test("a page without motion has no time to go to", () => {
  assert.equal(decodeView("#time=1", first, { ...extent, interval: null }).change.time, 0);
});
