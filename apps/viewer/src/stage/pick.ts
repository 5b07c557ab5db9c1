// What a ray meets first, in doubles: a ball for each body, then its triangles one by one. A million triangles take
// some tens of milliseconds, as often as somebody clicks.
import type { Drawn } from "./bodies";
import { cross, distance, dot, inverted, length, placed, plus, point, sub, turned, type Vec3 } from "./vectors";

export interface Ray {
  from: Vec3;
  along: Vec3; // a unit vector
}

export interface Hit {
  drawn: Drawn;
  distance: number;
  at: Vec3;
  triangle: number | null; // in the shape's own numbering; null on a rounding or where there are no triangles
  vertex: { number: number; at: Vec3 } | null; // of the triangle, the nearest to where it was met
}

// Distance along a ray to triangle (a, b, c), or Infinity.
function toTriangle(p: Float64Array | Float32Array, a: number, b: number, c: number, o: Vec3, d: Vec3): number {
  const ax = p[a]!,
    ay = p[a + 1]!,
    az = p[a + 2]!;
  const ux = p[b]! - ax,
    uy = p[b + 1]! - ay,
    uz = p[b + 2]! - az;
  const vx = p[c]! - ax,
    vy = p[c + 1]! - ay,
    vz = p[c + 2]! - az;
  const hx = d[1] * vz - d[2] * vy,
    hy = d[2] * vx - d[0] * vz,
    hz = d[0] * vy - d[1] * vx;
  const det = ux * hx + uy * hy + uz * hz;
  if (det === 0) return Infinity;
  const sx = o[0] - ax,
    sy = o[1] - ay,
    sz = o[2] - az;
  const s = (sx * hx + sy * hy + sz * hz) / det;
  if (s < 0 || s > 1) return Infinity;
  const qx = sy * uz - sz * uy,
    qy = sz * ux - sx * uz,
    qz = sx * uy - sy * ux;
  const t = (d[0] * qx + d[1] * qy + d[2] * qz) / det;
  if (t < 0 || s + t > 1) return Infinity;
  return (vx * qx + vy * qy + vz * qz) / det;
}

function missesBall(ray: Ray, center: Vec3, radius: number): boolean {
  const to = sub(center, ray.from);
  const ahead = dot(to, ray.along);
  return length(cross(to, ray.along)) > radius || ahead < -radius;
}

// `seen` says which bodies count; `cut` which points a section has taken away; `reach` how near, per unit of distance,
// a ray must pass a body without triangles (a point, a segment).
export function pick(
  drawn: readonly Drawn[],
  ray: Ray,
  seen: (one: Drawn) => boolean,
  cut: (p: Vec3) => boolean,
  reach: number,
): Hit | null {
  let best: Hit | null = null;
  let nearest = Infinity;
  for (const one of drawn) {
    if (!seen(one)) continue;
    const { shape, piece } = one;
    const slack = piece.triangles.length === 0 ? reach * distance(ray.from, one.center) : 0;
    if (missesBall(ray, one.center, 1.000001 * shape.reach + slack)) continue;
    const hit: Hit | null =
      shape.triangles.length > 0 ? pickTriangles(one, ray, cut, nearest) : pickThin(one, ray, reach);
    if (hit && hit.distance < nearest) {
      best = hit;
      nearest = hit.distance;
    }
  }
  return best;
}

function pickTriangles(one: Drawn, ray: Ray, cut: (p: Vec3) => boolean, limit: number): Hit | null {
  const { shape, piece } = one;
  const back = inverted(one.at);
  const curved = shape.source !== null;
  const scale = curved ? 1 / shape.size : 1;
  const local = sub(placed(back, ray.from), curved ? shape.center : [0, 0, 0]);
  const o: Vec3 = [local[0] * scale, local[1] * scale, local[2] * scale];
  const d = turned(back, ray.along).map((x) => x * scale) as Vec3;
  const positions = curved ? shape.positions : piece.vertices;
  const { triangles } = shape;
  let nearest = limit;
  let which = -1;
  for (let t = 0; t < triangles.length; t += 3) {
    const way = toTriangle(positions, 3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!, o, d);
    if (way < nearest && way >= 0 && !cut(plus(ray.from, way, ray.along))) {
      nearest = way;
      which = t / 3;
    }
  }
  if (which < 0) return null;
  const at = plus(ray.from, nearest, ray.along);
  const own = shape.source ? shape.source[which]! : which;
  const triangle = own < 0 || piece.leftOut || 3 * own >= piece.triangles.length ? null : own;
  return {
    drawn: one,
    distance: nearest,
    at,
    triangle,
    vertex: triangle === null || curved ? null : nearestCorner(one, triangle, at),
  };
}

function nearestCorner({ piece, at: placement }: Drawn, triangle: number, at: Vec3): Hit["vertex"] {
  let best: Hit["vertex"] = null;
  for (let k = 0; k < 3; ++k) {
    const number = piece.triangles[3 * triangle + k]!;
    const corner = placed(placement, point(piece.vertices, number));
    if (!best || distance(corner, at) < distance(best.at, at)) best = { number, at: corner };
  }
  return best;
}

function pickThin(one: Drawn, ray: Ray, reach: number): Hit | null {
  const { vertices } = one.piece;
  let best: Hit | null = null;
  let least = Infinity;
  const near = (at: Vec3, number: number | null): void => {
    const ahead = dot(sub(at, ray.from), ray.along);
    const off = length(cross(sub(at, ray.from), ray.along));
    if (!(ahead > 0 && off < reach * ahead && ahead < least)) return;
    least = ahead;
    best = { drawn: one, distance: ahead, at, triangle: null, vertex: number === null ? null : { number, at } };
  };
  const count = vertices.length / 3;
  for (let i = 0; i < count; ++i) near(placed(one.at, point(vertices, i)), i);
  for (let i = 0; i + 1 < count && count <= 64; ++i)
    for (let k = 1; k < 32; ++k) {
      const p = point(vertices, i);
      near(placed(one.at, plus(p, k / 32, sub(point(vertices, i + 1), p))), null);
    }
  return best;
}
