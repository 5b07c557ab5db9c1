// Shapes and poses as the contract says, rays, the camera.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compiled } from "./compiled.mjs";

const { piecesOf } = await compiled("stage/pieces.ts");
const { displayShape } = await compiled("stage/display_shape.ts");
const { sharpEdges, boxTriangles, boxEdges, creaseEdges, orientation } = await compiled("stage/solids.ts");
const { pick } = await compiled("stage/pick.ts");
const { Eye, between } = await compiled("stage/camera.ts");
const vectors = await compiled("stage/vectors.ts");
const { composed, identity, inverted, placed, placementOf, unit } = vectors;

const close = (one, other, slack = 1e-12) =>
  one.forEach((x, i) => assert.ok(Math.abs(x - other[i]) <= slack, `${one} is not ${other}`));

function scene(...objects) {
  return {
    scene: { format: "clearance-scene-1", objects },
    extras: {
      arrays: [],
      boxes: objects.map(() => [
        [0, 0, 0],
        [2, 4, 6],
      ]),
      left_out: ["big"],
      sweeps: [],
    },
    bytes: new Uint8Array(0),
  };
}

test("a pose's q may have any length, tiny and huge ones, too", () => {
  for (const size of [1, 3, 1e-200, 1e200]) {
    const turn = placementOf({ q: [size, 0, 0, size], t: [5, 0, 0] });
    close(placed(turn, [1, 0, 0]), [5, 1, 0]);
  }
  close(
    placementOf({ R: [0, -1, 0, 1, 0, 0, 0, 0, 1], t: [0, 0, 0] }).m,
    placementOf({ q: [1, 0, 0, 1], t: [0, 0, 0] }).m,
  );
  const some = placementOf({ q: [1, 2, 3, 4], t: [7, 8, 9] });
  close(placed(composed(some, inverted(some)), [1, 2, 3]), [1, 2, 3]);
});

test("unit vectors of tiny and huge ones", () => {
  close(unit([3e-200, 4e-200, 0]), [0.6, 0.8, 0]);
  close(unit([3e200, 4e200, 0]), [0.6, 0.8, 0]);
  assert.equal(unit([0, 0, 0]), null);
  assert.equal(unit([NaN, 0, 0]), null);
});

test("a box has the contract's corners, scaled", () => {
  const { pieces } = piecesOf(scene({ name: "box", shape: { box: [2, 4, 6], scale: 0.5 } }), () => identity);
  assert.deepEqual([...pieces[0].vertices.subarray(0, 6)], [-0.5, -1, -1.5, 0.5, -1, -1.5]);
  assert.equal(orientation(pieces[0].vertices, pieces[0].triangles), 6 * 6);
  assert.equal(creaseEdges(pieces[0].vertices, boxTriangles, 0.1).length, boxEdges.length);
  assert.equal(sharpEdges(pieces[0].vertices, boxTriangles, boxEdges, 0.3).sharp.length, 24);
});

test("scale reaches radii and offsets, padding adds", () => {
  const { pieces } = piecesOf(
    scene(
      { name: "ball", shape: { rounded: { core: { box: [1, 1, 1] }, radius: 0.25 }, scale: 2 }, padding: 0.125 },
      { name: "floor", shape: { half_space: { normal: [0, 0, 2], offset: 3 }, scale: 2 } },
    ),
    () => identity,
  );
  assert.equal(pieces[0].radius, 0.625);
  assert.equal(pieces[0].vertices[21], 1);
  assert.equal(pieces[1].halfSpace.offset, 6);
});

test("what cannot be read is named, the others are there", () => {
  const { pieces, problems } = piecesOf(
    scene(
      { name: "lost <i>", shape: { mesh: "#7" } },
      { name: "good", shape: { box: [1, 1, 1] } },
      { name: "odd", shape: { torus: [1, 2] } },
      { name: "none" },
      { name: "negative", shape: { rounded: { core: { box: [1, 1, 1] }, radius: -1 } } },
      { name: "big", shape: { mesh: "#9" } },
    ),
    () => placementOf({ t: [10, 0, 0] }),
  );
  assert.deepEqual(
    pieces.map(({ object }) => object),
    [1, 5],
  );
  assert.equal(problems.length, 4);
  assert.match(problems[0], /^lost <i> cannot be shown: there is no geometry #7\.$/);
  assert.match(problems[1], /odd.*torus/);
  // A body that was left out is its box, in its own frame.
  assert.ok(pieces[1].leftOut);
  close(pieces[1].offset.t, [1 - 10, 2, 3]);
});

const drawnOf = (page) =>
  piecesOf(page, () => identity).pieces.map((piece, k) => {
    const shape = displayShape(piece);
    const at = composed(placementOf(page.scene.objects[piece.object].pose), piece.offset);
    return { piece, shape, row: k, at, center: placed(at, shape.center) };
  });
const everything = () => true;
const nothing = () => false;

test("a ray meets the nearest body, tells its triangle, and goes on behind a cut", () => {
  for (const far of [0, 1e9]) {
    const drawn = drawnOf(
      scene(
        { name: "near", shape: { box: [1, 1, 1] }, pose: { t: [far, 0, 3] } },
        { name: "behind", shape: { box: [1, 1, 1] }, pose: { t: [far, 0, 0] } },
      ),
    );
    const ray = { from: [far + 0.25, 0.125, 10], along: [0, 0, -1] };
    const hit = pick(drawn, ray, everything, nothing, 0);
    assert.equal(hit.drawn.piece.object, 0);
    close(hit.at, [far + 0.25, 0.125, 3.5]);
    const corners = [...boxTriangles.subarray(3 * hit.triangle, 3 * hit.triangle + 3)];
    assert.ok(
      corners.every((v) => v & 4),
      "a triangle of the top",
    );
    assert.equal(hit.vertex.number, 7);
    assert.equal(pick(drawn, ray, ({ piece }) => piece.object === 1, nothing, 0).at[2], 0.5);
    assert.equal(pick(drawn, ray, everything, (p) => p[2] > 1, 0).drawn.piece.object, 1);
    assert.equal(pick(drawn, { from: [far + 3, 0, 10], along: [0, 0, -1] }, everything, nothing, 0), null);
  }
});

test("a box in place of a body has no triangles to tell", () => {
  const drawn = drawnOf(scene({ name: "big", shape: { mesh: "#none" } }));
  const hit = pick(drawn, { from: [1, 2, 20], along: [0, 0, -1] }, everything, nothing, 0);
  assert.deepEqual([hit.at, hit.triangle, hit.vertex], [[1, 2, 6], null, null]);
});

test("a rounded body has the core's triangle on a moved face, none on a rounding; a point is met within reach", () => {
  const drawn = drawnOf(scene({ name: "soft", shape: { rounded: { core: { box: [1, 1, 1] }, radius: 0.5 } } }));
  const from = (x) => ({ from: [x, 0, 10], along: [0, 0, -1] });
  const top = pick(drawn, from(0.25), everything, nothing, 0);
  assert.ok(Math.abs(top.at[2] - 1) < 1e-6 && top.triangle !== null);
  const edge = pick(drawn, from(0.9), everything, nothing, 0);
  assert.ok(Math.abs(edge.at[2] - (0.5 + Math.sqrt(0.25 - 0.16))) < 0.01 && edge.triangle === null);
  const point = drawnOf(scene({ name: "point", shape: { hull: [[0, 0, 0]] } }));
  assert.equal(pick(point, from(0.05), everything, nothing, 0.01).vertex.number, 0);
  assert.equal(pick(point, from(0.2), everything, nothing, 0.01), null);
});

test("numbers for the graphics card are about the body's own middle and of its own size", () => {
  for (const size of [1e-9, 1, 1e9, 1e200]) {
    const shape = displayShape(
      piecesOf(scene({ name: "box", shape: { box: [size, size, size] } }), () => identity).pieces[0],
    );
    assert.equal(shape.size, size / 2);
    assert.deepEqual(new Set(shape.positions.map(Math.abs)), new Set([1]));
  }
});

test("a camera comes back as it was set, zoom keeps a point where it is, a box is in view", () => {
  const eye = new Eye();
  for (const up of [
    [0, 0, 1],
    [0, 1, 0],
    [1, 0, 0],
    [0.6, 0, 0.8],
  ]) {
    eye.set({ position: [3, -4, 5], target: [1, 1, 1], up });
    const back = eye.camera();
    close(back.position, [3, -4, 5], 1e-9);
    close(back.target, [1, 1, 1]);
    close(back.up, up);
  }
  eye.set({ position: [5, 0, 0], target: [0, 0, 0], up: [0, 0, 1] });
  const where = (p) => {
    const to = p.map((x, k) => x - eye.position()[k]);
    return unit(to);
  };
  const before = where([1, 0.5, 0.25]);
  eye.zoom(0.5, [1, 0.5, 0.25]);
  close(where([1, 0.5, 0.25]), before);
  const off = eye.distanceForBox([1, 2, 3], 1.5);
  assert.ok(off > 3 && off < 30);
  const tiny = { target: [1e-9, 2e-9, 3e-9], distance: 1e-9, azimuth: 0, elevation: 0 };
  assert.deepEqual(between({ target: [1e9, 1e9, 1e9], distance: 1e9, azimuth: 1, elevation: 0 }, tiny, 1), tiny);
  const half = between(
    { target: [0, 0, 0], distance: 1, azimuth: 3, elevation: 0 },
    { target: [2, 0, 0], distance: 4, azimuth: -3, elevation: 1 },
    0.5,
  );
  assert.equal(half.distance, 2);
  assert.ok(Math.abs(half.azimuth) > 3, "the short way round");
});
