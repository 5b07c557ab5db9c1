// Triangles and edges: of a box, of a hull of points, edges at which a surface bends, whether a surface is closed.
import { Vector3 } from "three";
import { ConvexHull } from "three/examples/jsm/math/ConvexHull.js";
import { cross, dot, point, sub, unit, type Vec3 } from "./vectors";

// Of the contract's corner order: corner i has the sign bits x = i & 1, y = i & 2, z = i & 4. Counter-clockwise from
// outside.
export const boxTriangles = Uint32Array.from([
  0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5,
]);
export const boxEdges = Uint32Array.from([0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7]);

// By three's hull; null where the points lie in a plane or there are too few.
export function hullTriangles(vertices: Float64Array): Uint32Array | null {
  const points: Vector3[] = [];
  const numbers = new Map<Vector3, number>();
  const seen = new Set<string>();
  for (let i = 0; 3 * i < vertices.length; ++i) {
    const [x, y, z] = point(vertices, i);
    const name = `${x} ${y} ${z}`;
    if (seen.has(name)) continue;
    seen.add(name);
    const p = new Vector3(x, y, z);
    points.push(p);
    numbers.set(p, i);
  }
  if (points.length < 4) return null;
  const triangles: number[] = [];
  for (const face of new ConvexHull().setFromPoints(points).faces) {
    const ring: number[] = [];
    let edge = face.edge;
    do {
      ring.push(numbers.get(edge.head().point)!);
      edge = edge.next;
    } while (edge !== face.edge);
    for (let i = 1; i + 1 < ring.length; ++i) triangles.push(ring[0]!, ring[i]!, ring[i + 1]!);
  }
  return triangles.length > 0 ? Uint32Array.from(triangles) : null;
}

export function normalOf(vertices: Float64Array, triangles: Uint32Array, t: number): Vec3 | null {
  const a = point(vertices, triangles[3 * t]!);
  const b = point(vertices, triangles[3 * t + 1]!);
  const c = point(vertices, triangles[3 * t + 2]!);
  return unit(cross(sub(b, a), sub(c, a)));
}

// The triangles on either side of each edge; open addressing over typed arrays, since there may be millions.
export class EdgeTable {
  private readonly mask: number;
  private readonly low: Uint32Array;
  private readonly high: Uint32Array;
  readonly left: Int32Array; // of the directed edge from the lower vertex; −1 where there is none, −2 where several
  readonly right: Int32Array;

  constructor(triangles: Uint32Array) {
    let room = 16;
    while (room < 1.5 * triangles.length) room *= 2;
    this.mask = room - 1;
    this.low = new Uint32Array(room).fill(0xffffffff);
    this.high = new Uint32Array(room);
    this.left = new Int32Array(room).fill(-1);
    this.right = new Int32Array(room).fill(-1);
    for (let i = 0; i < triangles.length; ++i) {
      const from = triangles[i]!;
      const to = triangles[i % 3 === 2 ? i - 2 : i + 1]!;
      if (from === to) continue;
      const slot = this.slot(Math.min(from, to), Math.max(from, to));
      this.low[slot] = Math.min(from, to);
      this.high[slot] = Math.max(from, to);
      const side = from < to ? this.left : this.right;
      side[slot] = side[slot] === -1 ? Math.floor(i / 3) : -2;
    }
  }

  slot(low: number, high: number): number {
    let slot = (Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & this.mask;
    while (this.low[slot] !== 0xffffffff && (this.low[slot] !== low || this.high[slot] !== high))
      slot = (slot + 1) & this.mask;
    return slot;
  }

  // Every directed edge as often as its reverse; where more than two triangles meet nothing is claimed.
  closed(): boolean {
    for (let slot = 0; slot <= this.mask; ++slot)
      if (this.low[slot] !== 0xffffffff && (this.left[slot] === -1 || this.right[slot] === -1)) return false;
    return true;
  }

  forEach(tell: (low: number, high: number, left: number, right: number) => void): void {
    for (let slot = 0; slot <= this.mask; ++slot)
      if (this.low[slot] !== 0xffffffff) tell(this.low[slot]!, this.high[slot]!, this.left[slot]!, this.right[slot]!);
  }
}

// Edges between triangles that meet at more than an angle, and those of one triangle alone.
export function creaseEdges(vertices: Float64Array, triangles: Uint32Array, angle: number): Uint32Array {
  const edges: number[] = [];
  const least = Math.cos(angle);
  new EdgeTable(triangles).forEach((low, high, left, right) => {
    if (left >= 0 && right >= 0) {
      const m = normalOf(vertices, triangles, left);
      const n = normalOf(vertices, triangles, right);
      if (m && n && dot(m, n) >= least) return;
    }
    edges.push(low, high);
  });
  return Uint32Array.from(edges);
}

// Which of the edges bend by more than an angle; the others are drawn fainter.
export function sharpEdges(
  vertices: Float64Array,
  triangles: Uint32Array,
  edges: Uint32Array,
  angle: number,
): { sharp: Uint32Array; soft: Uint32Array } {
  const table = new EdgeTable(triangles);
  const least = Math.cos(angle);
  const sharp = new Uint32Array(edges.length);
  const soft = new Uint32Array(edges.length);
  let sharpSize = 0;
  let softSize = 0;
  for (let i = 0; i + 1 < edges.length; i += 2) {
    const from = edges[i]!;
    const to = edges[i + 1]!;
    const slot = table.slot(Math.min(from, to), Math.max(from, to));
    const left = table.left[slot]!;
    const right = table.right[slot]!;
    const m = left >= 0 ? normalOf(vertices, triangles, left) : null;
    const n = right >= 0 ? normalOf(vertices, triangles, right) : null;
    if (m && n && dot(m, n) >= least) {
      soft[softSize++] = from;
      soft[softSize++] = to;
    } else {
      sharp[sharpSize++] = from;
      sharp[sharpSize++] = to;
    }
  }
  return { sharp: sharp.subarray(0, sharpSize), soft: soft.subarray(0, softSize) };
}

// Six times the volume to the origin: below 0 where the triangles face inward.
export function orientation(vertices: Float64Array, triangles: Uint32Array): number {
  let sum = 0;
  const at = triangles.length > 0 ? point(vertices, triangles[0]!) : ([0, 0, 0] as Vec3);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = sub(point(vertices, triangles[t]!), at);
    const b = sub(point(vertices, triangles[t + 1]!), at);
    const c = sub(point(vertices, triangles[t + 2]!), at);
    sum += dot(a, cross(b, c));
  }
  return sum;
}
