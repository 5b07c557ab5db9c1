// Vectors, poses and rigid maps in doubles. Poses are taken as the contract says: q of any length, or R as it is.
import type { Pose, Vec3 } from "../page_data";

export type { Vec3 };

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (s: number, a: Vec3): Vec3 => [s * a[0], s * a[1], s * a[2]];
export const plus = (a: Vec3, s: number, b: Vec3): Vec3 => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const mid = (a: Vec3, b: Vec3): Vec3 => [
  0.5 * a[0] + 0.5 * b[0],
  0.5 * a[1] + 0.5 * b[1],
  0.5 * a[2] + 0.5 * b[2],
];
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

// Neither overflows nor loses tiny vectors.
export function length(a: Vec3): number {
  return Math.hypot(a[0], a[1], a[2]);
}

export function distance(a: Vec3, b: Vec3): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

// Null for the zero vector and for what is not finite.
export function unit(a: Vec3): Vec3 | null {
  const largest = Math.max(Math.abs(a[0]), Math.abs(a[1]), Math.abs(a[2]));
  if (!(largest > 0) || !Number.isFinite(largest)) return null;
  const scaled: Vec3 = [a[0] / largest, a[1] / largest, a[2] / largest];
  return times(1 / Math.hypot(scaled[0], scaled[1], scaled[2]), scaled);
}

export const isFinite3 = (a: Vec3): boolean => Number.isFinite(a[0]) && Number.isFinite(a[1]) && Number.isFinite(a[2]);

// Some unit vector across a unit vector.
export function across(n: Vec3): Vec3 {
  const least: Vec3 = Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  return unit(cross(n, least))!;
}

// Turns v about the unit axis by an angle.
export function turnedAbout(axis: Vec3, angle: number, v: Vec3): Vec3 {
  const c = Math.cos(angle);
  return plus(plus(times(c, v), Math.sin(angle), cross(axis, v)), (1 - c) * dot(axis, v), axis);
}

// v ↦ m v + t, m row by row.
export interface Placement {
  m: readonly number[];
  t: Vec3;
}

export const identity: Placement = { m: [1, 0, 0, 0, 1, 0, 0, 0, 1], t: [0, 0, 0] };

export function matrixOfQuaternion(q: readonly number[]): number[] {
  const largest = Math.max(...q.map(Math.abs));
  if (q.length !== 4 || !(largest > 0)) return [...identity.m];
  const [w, x, y, z] = q.map((c) => c / largest) as [number, number, number, number];
  const n = w * w + x * x + y * y + z * z;
  const row = [
    w * w + x * x - y * y - z * z,
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    w * w - x * x + y * y - z * z,
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    w * w - x * x - y * y + z * z,
  ];
  return row.map((c) => c / n);
}

export function placementOf(pose: Pose | undefined): Placement {
  if (pose === undefined) return identity;
  const m = pose.R?.length === 9 ? pose.R : pose.q ? matrixOfQuaternion(pose.q) : identity.m;
  return { m, t: pose.t ?? [0, 0, 0] };
}

export function turned(placement: Placement, v: Vec3): Vec3 {
  const { m } = placement;
  return [
    m[0]! * v[0] + m[1]! * v[1] + m[2]! * v[2],
    m[3]! * v[0] + m[4]! * v[1] + m[5]! * v[2],
    m[6]! * v[0] + m[7]! * v[1] + m[8]! * v[2],
  ];
}

export function placed(placement: Placement, v: Vec3): Vec3 {
  return add(turned(placement, v), placement.t);
}

// First `inner`, then `outer`.
export function composed(outer: Placement, inner: Placement): Placement {
  const m: number[] = [];
  for (let row = 0; row < 3; ++row)
    for (let column = 0; column < 3; ++column) {
      let sum = 0;
      for (let k = 0; k < 3; ++k) sum += outer.m[3 * row + k]! * inner.m[3 * k + column]!;
      m.push(sum);
    }
  return { m, t: placed(outer, inner.t) };
}

// Of any matrix with a volume, as R need not be exactly a rotation.
export function inverted(placement: Placement): Placement {
  const [a, b, c, d, e, f, g, h, i] = placement.m as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const m = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ].map((x) => x / det);
  const back: Placement = { m, t: [0, 0, 0] };
  return { m, t: times(-1, turned(back, placement.t)) };
}

// A normal n of a plane in the frame, as a normal of the world: by the inverse transpose, the same for rotations.
export function turnedNormal(placement: Placement, n: Vec3): Vec3 {
  const { m } = inverted(placement);
  return [
    m[0]! * n[0] + m[3]! * n[1] + m[6]! * n[2],
    m[1]! * n[0] + m[4]! * n[1] + m[7]! * n[2],
    m[2]! * n[0] + m[5]! * n[1] + m[8]! * n[2],
  ];
}

export function turnedBack(placement: Placement, v: Vec3): Vec3 {
  return turned({ m: inverted(placement).m, t: [0, 0, 0] }, v);
}

export function point(values: ArrayLike<number>, i: number): Vec3 {
  return [values[3 * i]!, values[3 * i + 1]!, values[3 * i + 2]!];
}
