// Planes of the program's own certificates: what is drawn lies in the gap, and the gap is the one told.
import assert from "node:assert/strict";
import { join } from "node:path";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { compiled, noProgram, root } from "./compiled.mjs";
import { modelOf, resultOf, sidesOf } from "./stage_model.mjs";

const { leafWith, leavesOf, numberOf, planeNormal, separatingDisc, spanAt, spanDisc } =
  await compiled("stage/planes.ts");
const { nearestPoints, patchOf } = await compiled("stage/pair_picture.ts");

const at = (t) => ({ m: [1, 0, 0, 0, 1, 0, 0, 0, 1], t });
const side = (vertices, t) => {
  const piece = {
    vertices: Float64Array.from(vertices.flat()),
    triangles: new Uint32Array(0),
    radius: 0,
    convex: true,
    halfSpace: null,
  };
  return { object: 0, piece, pieces: [piece], frame: at(t), placement: at(t) };
};
const tetra = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const close = (one, other) =>
  one.forEach((x, i) => assert.ok(Math.abs(x - other[i]) < 1e-12, `${one} is not ${other}`));

test("each kind of plane, by hand", () => {
  const sides = { a: side(tetra, [0, 0, 0]), b: side(tetra, [0, 0, 5]) };
  close(planeNormal({ kind: "vector", normal: [0, 0, 1e-200] }, sides), [0, 0, 1]);
  close(planeNormal({ kind: "face", of: "b", vertices: [0, 1, 2], flip: true }, sides), [0, 0, -1]);
  close(planeNormal({ kind: "edges", a: [0, 1], b: [0, 2] }, sides), [0, 0, 1]);
  close(planeNormal({ kind: "points", a: 0, b: 0 }, sides), [0, 0, 1]);
  close(
    planeNormal({ kind: "side", plane: { kind: "vector", normal: [0, 0, 1] }, edge_of: "a", edge: [0, 1] }, sides),
    [0, 1, 0],
  );
  const disc = separatingDisc({ kind: "vector", normal: [0, 0, 1] }, sides, null, null);
  assert.equal(disc.gap, 4);
  close(disc.center, [0, 0, 3]); // at a's top, and not amid b's base
});

test("what is not there is no plane", () => {
  const sides = { a: side(tetra, [0, 0, 0]), b: side(tetra, [0, 0, 5]) };
  for (const plane of [
    { kind: "vector", normal: [0, 0, 0] },
    { kind: "vector", normal: ["1", 0, 0] },
    { kind: "vector" },
    { kind: "face", of: "a", vertices: [0, 1, 9] },
    { kind: "edges", a: [0, 1], b: [0, 1] },
    { kind: "points", a: 0, b: 77 },
    { kind: "side", edge_of: "a", edge: [0, 1] },
    { kind: "else" },
  ])
    assert.equal(planeNormal(plane, sides), null);
  let nested = { kind: "vector", normal: [0, 0, 1] };
  for (let k = 0; k < 50; ++k) nested = { kind: "side", plane: nested, edge_of: "a", edge: [0, 1] };
  assert.equal(planeNormal(nested, sides), null);
});

test("a body that was left out lends its box to no plane", () => {
  const boxed = side(tetra, [0, 0, 5]);
  boxed.pieces[0].leftOut = true;
  boxed.piece = null;
  const sides = { a: side(tetra, [0, 0, 0]), b: boxed };
  const plane = { kind: "vector", normal: [0, 0, 1] };
  assert.equal(separatingDisc(plane, sides, null, null), null);
  assert.deepEqual(separatingDisc(plane, sides, null, [1, 2, 3]).center, [1, 2, 3]);
});

test("leaves of a cover have the triangles that are left there", () => {
  const plane = (k) => ({ plane: { kind: "vector", normal: [k, 0, 0] } });
  const root = {
    split: "a",
    first: [2, 0],
    of_first: plane(1),
    of_rest: { split: "b", first: [1], of_first: plane(2), of_rest: plane(3) },
  };
  const one = leafWith({ kind: "cover", root }, 1, 0, 3, 2);
  assert.deepEqual([one.plane.normal[0], one.a, one.b], [3, [1], [0]]);
  assert.equal(leafWith({ kind: "cover", root: { split: "a", first: [0] } }, 1, 0, 3, 2), null);
  assert.equal(leafWith({ kind: "cover" }, 1, 0, 3, 2), null);
  const leaves = leavesOf({ kind: "cover", root }, 3, 2);
  assert.deepEqual(
    leaves.map(({ a, b }) => [a, b]),
    [
      [[0, 2], null],
      [[1], [1]],
      [[1], [0]],
    ],
  );
});

test("a number is a double, a fraction, or where a root is", () => {
  assert.equal(numberOf("1/4"), 0.25);
  assert.equal(numberOf("inf"), Infinity);
  assert.equal(numberOf({ root: {}, between: [1, 2] }), 2);
  assert.ok(Number.isNaN(numberOf(null)));
});

test("the patch of contact points is their hull within the plane", () => {
  const square = [
    [0, 0, 0],
    [1, 1, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0.5, 0.5, 0],
  ];
  assert.equal(patchOf(square, [0, 0, 1]).length, 4);
  assert.deepEqual(
    patchOf(
      [
        [0, 0, 0],
        [1, 1, 0],
        [2, 2, 0],
      ],
      [0, 0, 1],
    ),
    [],
  );
});

// The gap along a plane's normal is never more than the distance, and along the plane that proves `lower` no less than
// that.
function gapsAgree(sceneFile) {
  const model = modelOf(sceneFile);
  let seen = 0;
  for (const pair of resultOf(sceneFile, "check", "--proof").pairs) {
    if (pair.status !== "separated" || !pair.certificate) continue;
    const sides = sidesOf(model, pair, 0);
    const points = nearestPoints(pair, sides.a, sides.b);
    const disc = separatingDisc(pair.certificate, sides, pair.witness ?? null, points && points[0]);
    assert.ok(disc, `${pair.a} and ${pair.b} have a plane`);
    const slack = 1e-9 * Math.max(1, ...disc.center.map(Math.abs));
    assert.ok(disc.gap > -slack, `${pair.a}, ${pair.b}: ${disc.gap}`);
    assert.ok(
      disc.gap <= pair.distance.upper + slack,
      `${pair.a}, ${pair.b}: ${disc.gap} is more than ${pair.distance.upper}`,
    );
    if (!pair.direction)
      assert.ok(disc.gap >= pair.distance.lower - slack, `${pair.a}, ${pair.b}: ${disc.gap} < ${pair.distance.lower}`);
    if (points) {
      const [p, q] = points;
      const apart = Math.hypot(...p.map((x, k) => x - q[k]));
      assert.ok(Math.abs(apart - pair.distance.upper) <= slack, `${apart} is not ${pair.distance.upper}`);
    }
    ++seen;
  }
  return seen;
}

test("planes of separated pairs lie in the gap", { skip: noProgram }, () => {
  const folder = mkdtempSync(join(tmpdir(), "clearance-planes-"));
  try {
    const shapes = join(folder, "shapes.scene.json");
    writeFileSync(
      shapes,
      JSON.stringify({
        format: "clearance-scene-1",
        objects: [
          {
            name: "ball",
            shape: { rounded: { core: { hull: [[0, 0, 0]] }, radius: 0.6 } },
            pose: { q: [1, 0, 0, 0], t: [-2, 0, 1] },
          },
          {
            name: "capsule",
            shape: {
              rounded: {
                core: {
                  hull: [
                    [0, 0, -0.5],
                    [0, 0, 0.7],
                  ],
                },
                radius: 0.35,
              },
            },
            pose: { q: [2, 0.5, 0.3, 0], t: [0, 0, 1.5] },
          },
          {
            name: "cross",
            shape: { convex_parts: [{ box: [1.4, 0.4, 0.4] }, { box: [0.4, 1.4, 0.4] }] },
            pose: { q: [1, 0.2, 0.1, 0], t: [0, 2, 1.2] },
          },
          {
            name: "robot",
            parts: [
              { shape: { box: [0.5, 0.5, 0.5] } },
              { shape: { box: [0.3, 0.3, 1] }, offset: { q: [1, 0.3, 0, 0], t: [0, 0.2, 0.6] } },
            ],
            pose: { q: [1, 0, 0, 0.5], t: [2, 2, 0.8] },
          },
          {
            name: "gem",
            shape: {
              hull: [
                [0.4, 0, 0],
                [-0.4, 0, 0],
                [0, 0.4, 0],
                [0, -0.4, 0],
                [0, 0, 0.6],
                [0, 0, -0.6],
              ],
            },
            padding: 0.125,
            pose: { t: [-2, 1.8, 1] },
          },
          { name: "floor", shape: { half_space: { normal: [0, 0, 2], offset: 0 } } },
        ],
      }),
    );
    assert.ok(gapsAgree(shapes) >= 15);
  } finally {
    rmSync(folder, { recursive: true });
  }
  assert.ok(gapsAgree(join(root, "examples", "demo.scene.json")) >= 5);
  assert.ok(gapsAgree(join(root, "examples", "engine.scene.json")) >= 5);
});

test("planes of spans lie in the gap at every time", { skip: noProgram }, () => {
  let seen = 0;
  for (const name of ["tumbling_gem", "thrown_gem", "graze", "bullet"]) {
    const file = join(root, "examples", `${name}.scene.json`);
    const model = modelOf(file);
    for (const pair of resultOf(file, "move", "--proof").pairs)
      for (const { from, to } of pair.timeline?.spans ?? [])
        for (const part of [0.1, 0.5, 0.9]) {
          const time = numberOf(from) + part * (numberOf(to) - numberOf(from));
          const span = spanAt(pair.timeline.spans, time);
          const disc = spanDisc(span, sidesOf(model, pair, time), (then) => sidesOf(model, pair, then), time);
          assert.ok(disc && disc.gap > -1e-9, `${name} at ${time}: ${disc?.gap}`);
          ++seen;
        }
  }
  assert.ok(seen > 30, `${seen}`);
});
