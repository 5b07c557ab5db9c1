import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { compiled, noProgram, program, root } from "./compiled.mjs";

const { soundPair, soundResult } = await compiled("sound_result.ts");

const answered = (...words) => {
  try {
    return JSON.parse(execFileSync(program, words, { maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] }));
  } catch (error) {
    if (error.status !== 1) throw error;
    return JSON.parse(error.stdout);
  }
};

for (const words of [
  ["check", "demo", "--proof", "--contacts"],
  ["check", "plant", "--proof", "--contacts"],
  ["check", "gears", "--proof"],
  ["clash", "plant", "--touching", "--within", "5"],
  ["move", "thrown_gem", "--proof"],
  ["move", "graze", "--proof"],
  ["move", "spinning_rod", "--proof"],
  ["move", "late_valve"],
])
  test(`all that the program says is sound: ${words.join(" ")}`, { skip: noProgram }, () => {
    const [query, scene, ...options] = words;
    const result = answered(query, join(root, "examples", `${scene}.scene.json`), "--json", ...options);
    const read = soundResult(result);
    assert.deepEqual(read, result);
  });

test("what is not sound is left out, the rest stays", () => {
  const pair = {
    a: "x",
    b: "y",
    status: "separated",
    distance: { lower: "NaN", upper: 1 },
    witness: { a: { vertices: [1] }, b: 3 },
    points: [[1, 2], 3],
    place: 3,
    features: { a: 1, b: 2 },
    certificate: { kind: "touch" },
    contacts: [null, { normal: [0, 0, 1], gap: { lower: 0, upper: 0 }, points: [{}, 4] }],
    contact: "soon",
    intervals: [{ begin: { lower: 1, upper: null }, end: {} }],
    timeline: { spans: [null, { from: 0, to: 1, frame: "c" }] },
    gaps: [3, null],
    excess: { a: "x", b: 2 },
    part: { a: -1, b: 0 },
    inside: "c",
    change: "old",
    depth: { lower: 1, upper: 2, direction: [0, 0, "1"] },
    duplicate: 1,
    decided_by: 3,
    verdict: [],
    direction: {},
    shell: [],
  };
  assert.deepEqual(soundPair(pair), {
    a: "x",
    b: "y",
    status: "separated",
    contacts: [{ normal: [0, 0, 1], gap: { lower: 0, upper: 0 }, points: [] }],
    timeline: { kind: "timeline", spans: [] },
    gaps: [null, null],
    excess: { b: 2 },
    depth: { lower: 1, upper: 2 },
  });
});

test("an entry that is no pair keeps its place", () => {
  const read = soundResult({
    query: "guess",
    pairs: [null, 3, { a: "x", b: 4, status: "separated" }, { a: "x", b: "y", status: "touching" }],
  });
  assert.deepEqual(read.pairs, [
    { a: "", b: "", status: "unreadable" },
    { a: "", b: "", status: "unreadable" },
    { a: "x", b: "", status: "unreadable" },
    { a: "x", b: "y", status: "touching" },
  ]);
  assert.equal(read.query, "check");
  for (const pairs of [undefined, null, "x", {}, 7]) assert.deepEqual(soundResult({ pairs }).pairs, []);
});

test("planes of every kind", () => {
  const kept = (certificate) => soundPair({ a: "x", b: "y", status: "separated", certificate }).certificate;
  const points = { kind: "points", a: 0, b: 1 };
  const side = (plane) => ({ kind: "side", plane, edge_of: "a", edge: [0, 1] });
  for (const good of [
    { kind: "vector", normal: [0, 0, 1] },
    { kind: "face", of: "a", vertices: [0, 0, 0] },
    { kind: "edges", a: [0, 1], b: [2, 3], flip: true },
    points,
    side(points),
    side(side(points)),
    { kind: "triangles", a: 0, b: 9 },
    { kind: "interior", point: ["1/3", 0, 1] },
    { kind: "cover", root: {} },
  ])
    assert.deepEqual(kept(good), good);
  for (const bad of [
    3,
    {},
    { kind: "vector", normal: [0, 1] },
    { kind: "face", of: "c", vertices: [0, 1, 2] },
    { kind: "face", of: "a", vertices: [0, 1] },
    { kind: "edges", a: [0], b: [1, 2] },
    { kind: "points", a: -1, b: 0.5 },
    side(side(side(points))),
    side(null),
    { kind: "simplex", a: [1], b: [1, 2] },
    { kind: "interior", point: [1, 2] },
    { kind: "magic" },
  ])
    assert.equal(kept(bad), undefined, JSON.stringify(bad));
});
