// Makes a page for the viewer's own tests without the program: node tests/fixture.mjs SCENE.json [RESULT.json] OUT.html
// Shapes: hull (points), box, mesh (vertices and triangles in the scene, or an OBJ file of triangles), rounded and convex_parts of these,
// half_space. The program writes its pages by itself (docs/page.md); this one only lays out the same data.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Vector3 } from "three";
import { ConvexHull } from "three/examples/jsm/math/ConvexHull.js";

const here = dirname(fileURLToPath(import.meta.url));

class Arrays {
  constructor() {
    this.table = [];
    this.chunks = [];
    this.size = 0;
    this.known = new Map();
  }
  put(typed) {
    const bytes = new Uint8Array(typed.buffer, typed.byteOffset, typed.byteLength);
    const offset = this.size;
    const padded = new Uint8Array(Math.ceil(bytes.length / 8) * 8);
    padded.set(bytes);
    this.chunks.push(padded);
    this.size += padded.length;
    return offset;
  }
  add(vertices, triangles) {
    const key = JSON.stringify([vertices, triangles]);
    if (!this.known.has(key)) {
      const edges = featureEdges(vertices, triangles);
      this.table.push({
        vertices: [this.put(Float64Array.from(vertices.flat())), vertices.length],
        triangles: [this.put(Uint32Array.from(triangles.flat())), triangles.length],
        edges: [this.put(Uint32Array.from(edges.flat())), edges.length],
      });
      this.known.set(key, `#${this.table.length - 1}`);
    }
    return this.known.get(key);
  }
  base64() {
    return Buffer.concat(this.chunks).toString("base64");
  }
}

function normal(vertices, [i, j, k]) {
  const [a, b, c] = [vertices[i], vertices[j], vertices[k]].map((p) => new Vector3(...p));
  return b.sub(a).cross(c.sub(a)).normalize();
}

function featureEdges(vertices, triangles) {
  const sides = new Map();
  triangles.forEach((triangle, t) =>
    [0, 1, 2].forEach((i) => {
      const edge = [triangle[i], triangle[(i + 1) % 3]].sort((x, y) => x - y);
      const key = edge.join();
      sides.set(key, [...(sides.get(key) ?? []), t]);
    }),
  );
  const flat = (ts) => ts.length === 2 && normal(vertices, triangles[ts[0]]).dot(normal(vertices, triangles[ts[1]])) > 1 - 1e-12;
  return [...sides].filter(([, ts]) => !flat(ts)).map(([key]) => key.split(",").map(Number));
}

function hullTriangles(points) {
  const all = points.map((p) => new Vector3(...p));
  const number = new Map(all.map((p, i) => [p, i]));
  const triangles = [];
  for (const face of new ConvexHull().setFromPoints(all).faces) {
    const ring = [];
    let edge = face.edge;
    do {
      ring.push(number.get(edge.head().point));
      edge = edge.next;
    } while (edge !== face.edge);
    for (let i = 1; i + 1 < ring.length; ++i) triangles.push([ring[0], ring[i], ring[i + 1]]);
  }
  return triangles;
}

function readObj(path, scale) {
  const lines = readFileSync(path, "utf8").split("\n").map((line) => line.trim().split(/\s+/));
  return {
    vertices: lines.filter(([word]) => word === "v").map((w) => w.slice(1, 4).map((x) => scale * Number(x))),
    triangles: lines.filter(([word]) => word === "f").map((w) => w.slice(1, 4).map((x) => parseInt(x, 10) - 1)),
  };
}

function taken(shape, folder, arrays) {
  const scale = shape.scale ?? 1;
  if (shape.hull && Array.isArray(shape.hull)) {
    const points = shape.hull.map((p) => p.map((x) => x * scale));
    return { hull: arrays.add(points, hullTriangles(points)) };
  }
  if (shape.mesh) {
    const mesh = typeof shape.mesh === "string" ? readObj(join(folder, shape.mesh), scale) : shape.mesh;
    return { ...shape, scale: undefined, mesh: arrays.add(mesh.vertices, mesh.triangles) };
  }
  if (shape.convex_parts) return { ...shape, convex_parts: shape.convex_parts.map((part) => taken(part, folder, arrays)) };
  if (shape.rounded) return { ...shape, rounded: { ...shape.rounded, core: taken(shape.rounded.core, folder, arrays) } };
  return shape;
}

// What the page will have read of it.
export function fixtureData(sceneFile, extras = {}) {
  const scene = JSON.parse(readFileSync(sceneFile, "utf8"));
  const arrays = new Arrays();
  for (const object of scene.objects) {
    if (object.shape) object.shape = taken(object.shape, dirname(sceneFile), arrays);
    for (const part of object.parts ?? []) part.shape = taken(part.shape, dirname(sceneFile), arrays);
  }
  const page = {
    format: "clearance-page-1",
    title: sceneFile.split("/").pop(),
    program: "fixture",
    made_by: "tests/fixture.mjs",
    arrays: arrays.table,
    boxes: scene.objects.map(() => [[0, 0, 0], [0, 0, 0]]),
    left_out: [],
    notices: [],
    statistics: [],
    sweeps: [],
    traces: [],
    ...extras,
  };
  return { scene, extras: page, bytes: new Uint8Array(Buffer.from(arrays.base64(), "base64")) };
}

export function fixture(sceneFile, resultFile, extras = {}) {
  const { scene, extras: page, bytes } = fixtureData(sceneFile, extras);
  const element = (type, id, text) => `<script type="${type}" id="${id}">${text.replaceAll("<", "\\u003c")}</script>\n`;
  const data =
    element("application/json", "clearance-scene", JSON.stringify(scene)) +
    (resultFile ? element("application/json", "clearance-result", readFileSync(resultFile, "utf8")) : "") +
    element("application/json", "clearance-page", JSON.stringify(page)) +
    element("text/plain", "clearance-arrays", Buffer.from(bytes).toString("base64"));
  return readFileSync(join(here, "..", "dist", "viewer.html"), "utf8").replace("<!--clearance:data-->", () => data);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = process.argv.slice(2);
  writeFileSync(files.at(-1), fixture(files[0], files.length > 2 ? files[1] : ""));
}
