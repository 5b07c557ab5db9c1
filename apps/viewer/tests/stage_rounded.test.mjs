// Volumes by Steiner's formula: core, faces moved outward, cylinders along edges, a sphere.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compiled } from "./compiled.mjs";

const { roundedSurface } = await compiled("stage/rounded.ts");
const { boxTriangles, EdgeTable, hullTriangles, orientation } = await compiled("stage/solids.ts");

const box = (x, y, z) =>
  Float64Array.from({ length: 24 }, (_, k) => [x, y, z][k % 3] * ((Math.floor(k / 3) >> (k % 3)) & 1 ? 0.5 : -0.5));
const volume = ({ positions, triangles }) => orientation(positions, triangles) / 6;
const near = (value, expected, part) =>
  assert.ok(Math.abs(value / expected - 1) < part, `${value} is not ${expected} within ${part} of it`);
const ball = (4 / 3) * Math.PI;

// Corners with equal places are one: the pieces of the surface are made one by one.
function welded({ positions, triangles }) {
  const numbers = new Map();
  const names = Array.from({ length: positions.length / 3 }, (_, i) =>
    [0, 1, 2].map((k) => (Math.round(positions[3 * i + k] * 1e9) / 1e9 || 0).toString()).join(" "),
  );
  names.forEach((name) => numbers.has(name) || numbers.set(name, numbers.size));
  const corners = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const three = [0, 1, 2].map((k) => numbers.get(names[triangles[t + k]]));
    if (new Set(three).size === 3) corners.push(...three);
  }
  return Uint32Array.from(corners);
}

function isSound(vertices, surface, radius) {
  const { positions, normals, triangles, source } = surface;
  assert.equal(source.length * 3, triangles.length);
  for (let i = 0; 3 * i < positions.length; ++i) {
    const n = [0, 1, 2].map((k) => normals[3 * i + k]);
    assert.ok(Math.abs(Math.hypot(...n) - 1) < 1e-6);
    // Less the radius the point is on the core, where the core is farthest along the normal.
    const height = [0, 1, 2].reduce((sum, k) => sum + n[k] * (positions[3 * i + k] - radius * n[k]), 0);
    let most = -Infinity;
    for (let v = 0; 3 * v < vertices.length; ++v)
      most = Math.max(
        most,
        [0, 1, 2].reduce((sum, k) => sum + n[k] * vertices[3 * v + k], 0),
      );
    assert.ok(Math.abs(height - most) < 1e-6, `${height} is not ${most}`);
  }
  assert.ok(new EdgeTable(welded(surface)).closed(), "the surface has gaps");
}

test("a point becomes a sphere", () => {
  const surface = roundedSurface(Float64Array.from([1, 2, 3]), new Uint32Array(0), 0.5);
  isSound(Float64Array.from([1, 2, 3]), surface, 0.5);
  near(volume(surface), ball * 0.125, 0.01);
  assert.ok(surface.source.every((t) => t === -1));
});

test("a segment becomes a capsule, also where points lie between its ends", () => {
  const vertices = Float64Array.from([0, 0, 0, 0, 0, 1, 0, 0, 2]);
  const surface = roundedSurface(vertices, new Uint32Array(0), 0.5);
  isSound(vertices, surface, 0.5);
  near(volume(surface), ball * 0.125 + Math.PI * 0.25 * 2, 0.01);
});

test("a box gets round edges and corners, its faces are moved", () => {
  const [x, y, z, r] = [1, 2, 3, 0.25];
  const vertices = box(x, y, z);
  const surface = roundedSurface(vertices, boxTriangles, r);
  isSound(vertices, surface, r);
  near(
    volume(surface),
    x * y * z + 2 * r * (x * y + y * z + z * x) + Math.PI * r * r * (x + y + z) + ball * r ** 3,
    0.002,
  );
  for (let t = 0; t < 12; ++t) {
    const drawn = surface.source.indexOf(t);
    assert.ok(drawn >= 0);
    // A moved face keeps its corners but for the radius along one axis.
    for (let k = 0; k < 3; ++k) {
      const p = surface.triangles[3 * drawn + k];
      const v = boxTriangles[3 * t + k];
      const moved = [0, 1, 2].map((axis) => Math.abs(surface.positions[3 * p + axis] - vertices[3 * v + axis])).sort();
      assert.ok(moved[0] < 1e-12 && moved[1] < 1e-12 && Math.abs(moved[2] - r) < 1e-12);
    }
  }
});

test("a polygon is rounded on both sides, whether it is there from one or from both", () => {
  const vertices = Float64Array.from([0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0]);
  const expected = 2 * 2 * 0.5 + (6 * Math.PI * 0.25) / 2 + ball * 0.125;
  for (const triangles of [
    [0, 1, 2, 0, 2, 3],
    [0, 1, 2, 0, 2, 3, 0, 2, 1, 0, 3, 2],
  ]) {
    const surface = roundedSurface(vertices, Uint32Array.from(triangles), 0.5);
    isSound(vertices, surface, 0.5);
    near(volume(surface), expected, 0.01);
  }
});

test("random hulls: every seam meets", () => {
  let seed = 7;
  const random = () => ((seed = (seed * 48271) % 2147483647) / 2147483647) * 2 - 1;
  for (let round = 0; round < 20; ++round) {
    const vertices = Float64Array.from({ length: 3 * (4 + round) }, random);
    const triangles = hullTriangles(vertices);
    isSound(vertices, roundedSurface(vertices, triangles, 0.3, Math.PI / 8), 0.3);
  }
});
