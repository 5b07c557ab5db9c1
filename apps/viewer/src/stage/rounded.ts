// The surface of a rounded convex body: its faces moved outward by the radius, a part of a cylinder along each edge, a
// part of a sphere around each vertex. Exact but for the subdivision of the curved parts; the seams meet vertex by
// vertex.
import { EdgeTable, normalOf } from "./solids";
import { across, add, cross, dot, length, plus, point, sub, times, turnedAbout, unit, type Vec3 } from "./vectors";

export interface RoundedSurface {
  positions: Float64Array;
  normals: Float32Array;
  triangles: Uint32Array;
  source: Int32Array; // for each triangle the core's triangle that was moved; −1 on the curved parts
}

class Builder {
  readonly positions: number[] = [];
  readonly normals: number[] = [];
  readonly triangles: number[] = [];
  readonly source: number[] = [];

  constructor(private readonly radius: number) {}

  // The point of the surface above a point of the core, outward along a unit vector.
  corner(core: Vec3, outward: Vec3): number {
    this.positions.push(...plus(core, this.radius, outward));
    this.normals.push(...outward);
    return this.positions.length / 3 - 1;
  }

  triangle(a: number, b: number, c: number, source: number): void {
    if (a === b || b === c || c === a) return;
    this.triangles.push(a, b, c);
    this.source.push(source);
  }

  done(): RoundedSurface {
    return {
      positions: Float64Array.from(this.positions),
      normals: Float32Array.from(this.normals),
      triangles: Uint32Array.from(this.triangles),
      source: Int32Array.from(this.source),
    };
  }
}

// An arc of unit vectors from m by an angle about an axis, in steps of at most `step`.
function arc(m: Vec3, axis: Vec3, angle: number, step: number): Vec3[] {
  const steps = Math.max(1, Math.ceil(angle / step - 1e-9));
  return Array.from({ length: steps + 1 }, (_, i) => turnedAbout(axis, (angle * i) / steps, m));
}

function sphere(builder: Builder, center: Vec3, step: number): void {
  capsule(builder, center, center, [0, 0, 1], step);
}

// Two half-spheres and the cylinder between them; of equal ends a sphere.
function capsule(builder: Builder, from: Vec3, to: Vec3, axis: Vec3, step: number): void {
  const around = Math.max(8, Math.ceil((2 * Math.PI) / step));
  const up = Math.max(2, Math.ceil(Math.PI / 2 / step));
  const u = across(axis);
  const v = cross(axis, u);
  const rings: number[][] = [];
  for (const [center, first, last] of [
    [from, -up, 0],
    [to, 0, up],
  ] as const) {
    for (let k = first; k <= last; ++k) {
      const latitude = ((Math.PI / 2) * k) / up;
      const ring: number[] = [];
      for (let i = 0; i <= around; ++i) {
        const angle = (2 * Math.PI * (i % around)) / around;
        const side = add(times(Math.cos(angle), u), times(Math.sin(angle), v));
        ring.push(builder.corner(center, plus(times(Math.cos(latitude), side), Math.sin(latitude), axis)));
      }
      rings.push(ring);
    }
  }
  for (let k = 0; k + 1 < rings.length; ++k)
    for (let i = 0; i < around; ++i) {
      const [a, b] = [rings[k]![i]!, rings[k]![i + 1]!];
      const [c, d] = [rings[k + 1]![i]!, rings[k + 1]![i + 1]!];
      if (k > 0) builder.triangle(a, b, d, -1);
      if (k + 2 < rings.length) builder.triangle(a, d, c, -1);
    }
}

function farthestPair(vertices: Float64Array): [Vec3, Vec3] {
  const first = point(vertices, 0);
  const farthestFrom = (from: Vec3): Vec3 => {
    let best = from;
    for (let i = 0; 3 * i < vertices.length; ++i) {
      const p = point(vertices, i);
      if (length(sub(p, from)) > length(sub(best, from))) best = p;
    }
    return best;
  };
  const one = farthestFrom(first);
  return [one, farthestFrom(one)];
}

function slerp(m: Vec3, n: Vec3, s: number): Vec3 {
  const axis = unit(cross(m, n));
  if (!axis) return m;
  return turnedAbout(axis, s * Math.atan2(length(cross(m, n)), dot(m, n)), m);
}

// The part of the sphere around a vertex: from its arcs to a unit vector amid them.
function cap(builder: Builder, vertex: Vec3, arcs: Vec3[][], step: number): void {
  let sum: Vec3 = [0, 0, 0];
  for (const one of arcs)
    for (let i = 0; i + 1 < one.length; ++i) {
      const weight = length(sub(one[i + 1]!, one[i]!));
      sum = plus(sum, weight, add(one[i]!, one[i + 1]!));
    }
  const center = unit(sum);
  if (!center) return;
  const widest = Math.max(...arcs.flat().map((n) => Math.acos(Math.min(1, Math.max(-1, dot(n, center))))));
  const rings = Math.max(1, Math.ceil(widest / step - 1e-9));
  for (const one of arcs) {
    let inner = one.map(() => builder.corner(vertex, center));
    for (let k = 1; k <= rings; ++k) {
      const outer = one.map((n) => builder.corner(vertex, slerp(center, n, k / rings)));
      for (let i = 0; i + 1 < one.length; ++i) {
        builder.triangle(inner[i]!, outer[i]!, outer[i + 1]!, -1);
        if (k > 1) builder.triangle(inner[i]!, outer[i + 1]!, inner[i + 1]!, -1);
      }
      inner = outer;
    }
  }
}

// The core's triangles are its boundary, counter-clockwise from outside; of a flat polygon, one side or both; of a
// segment or a point, none.
export function roundedSurface(
  vertices: Float64Array,
  triangles: Uint32Array,
  radius: number,
  step = Math.PI / 24,
): RoundedSurface {
  const builder = new Builder(radius);
  if (triangles.length === 0) {
    const [from, to] = farthestPair(vertices);
    const axis = unit(sub(to, from));
    if (axis) capsule(builder, from, to, axis, step);
    else sphere(builder, from, step);
    return builder.done();
  }
  const own = triangles.length / 3;
  const surface = bothSides(vertices, triangles);
  const normals: (Vec3 | null)[] = [];
  for (let t = 0; 3 * t < surface.length; ++t) {
    const normal = normalOf(vertices, surface, t);
    normals.push(normal);
    if (!normal) continue;
    const corners = [0, 1, 2].map((k) => builder.corner(point(vertices, surface[3 * t + k]!), normal));
    builder.triangle(corners[0]!, corners[1]!, corners[2]!, t % own);
  }
  const arcsAt = new Map<number, Vec3[][]>();
  new EdgeTable(surface).forEach((low, high, left, right) => {
    const m = normals[left];
    const n = normals[right];
    const p = point(vertices, low);
    const q = point(vertices, high);
    const along = unit(sub(q, p));
    if (!m || !n || !along) return;
    let angle = Math.atan2(dot(cross(m, n), along), dot(m, n));
    if (angle < -Math.PI / 2) angle += 2 * Math.PI; // of a flat polygon, half a turn however it is rounded
    if (angle < 1e-7) return;
    const outward = arc(m, along, angle, step);
    outward[outward.length - 1] = n;
    for (let i = 0; i + 1 < outward.length; ++i) {
      const [a, b] = [builder.corner(p, outward[i]!), builder.corner(q, outward[i]!)];
      const [c, d] = [builder.corner(p, outward[i + 1]!), builder.corner(q, outward[i + 1]!)];
      builder.triangle(a, c, b, -1);
      builder.triangle(b, c, d, -1);
    }
    arcsAt.set(low, [...(arcsAt.get(low) ?? []), [...outward].reverse()]);
    arcsAt.set(high, [...(arcsAt.get(high) ?? []), outward]);
  });
  for (const [vertex, arcs] of arcsAt) cap(builder, point(vertices, vertex), arcs, step);
  return builder.done();
}

// A polygon that is there from one side only gets its other side.
function bothSides(vertices: Float64Array, triangles: Uint32Array): Uint32Array {
  const first = normalOf(vertices, triangles, 0);
  for (let t = 0; 3 * t < triangles.length; ++t) {
    const normal = normalOf(vertices, triangles, t);
    if (first && normal && dot(first, normal) < 0.5) return triangles;
  }
  const both = new Uint32Array(2 * triangles.length);
  both.set(triangles);
  for (let i = 0; i < triangles.length; i += 3) {
    both[triangles.length + i] = triangles[i]!;
    both[triangles.length + i + 1] = triangles[i + 2]!;
    both[triangles.length + i + 2] = triangles[i + 1]!;
  }
  return both;
}
