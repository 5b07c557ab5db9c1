// Question: where does a body's frame stand at a time?
// Method:   the motions of docs/contract.md §2, in doubles, for the eye alone: velocity; to and keyframes, q and t
//           linearly between neighbours, q of whatever length it has; ballistic: the centre flies, the body turns about
//           it. An object's offset puts its shape into the moving frame.
// Cannot:   be wrong by less than roundings, and says nothing about what is claimed.
import type { Pose, Scene, Vec3 } from "../page_data";
import { isFiniteNumber, isRecord, readVector } from "../brackets";

type Quat = [number, number, number, number]; // w, x, y, z
type Mat = readonly number[]; // nine, row by row

export type PoseAt = (object: number, time: number) => Pose;

const identity = (): Pose => ({ q: [1, 0, 0, 0], t: [0, 0, 0] });

// The identity where there is none, or none that can be read.
export function readPose(raw: unknown): Pose {
  const pose = identity();
  if (!isRecord(raw)) return pose;
  pose.t = readVector(raw.t) ?? [0, 0, 0];
  if (Array.isArray(raw.R) && raw.R.length === 9 && raw.R.every(isFiniteNumber))
    return { t: pose.t, R: [...(raw.R as number[])] };
  if (Array.isArray(raw.q) && raw.q.length === 4 && raw.q.every(isFiniteNumber) && raw.q.some((x) => x !== 0))
    pose.q = [...raw.q] as Quat;
  return pose;
}

function add(a: Vec3, b: Vec3, factor = 1): Vec3 {
  return [a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]];
}

// The same rotation, its largest component 1: squares of it neither overflow nor vanish.
function tamed(q: Quat): Quat {
  const largest = Math.max(...q.map(Math.abs));
  return q.map((x) => x / largest) as Quat;
}

function matrixOf(pose: Pose): Mat {
  if (pose.R) return pose.R;
  const [w, x, y, z] = tamed(pose.q ?? [1, 0, 0, 0]);
  const n = w * w + x * x + y * y + z * z;
  return [
    (w * w + x * x - y * y - z * z) / n,
    (2 * (x * y - w * z)) / n,
    (2 * (x * z + w * y)) / n,
    (2 * (x * y + w * z)) / n,
    (w * w - x * x + y * y - z * z) / n,
    (2 * (y * z - w * x)) / n,
    (2 * (x * z - w * y)) / n,
    (2 * (y * z + w * x)) / n,
    (w * w - x * x - y * y + z * z) / n,
  ];
}

function turnedVector(m: Mat, v: Vec3): Vec3 {
  return [0, 3, 6].map((r) => m[r]! * v[0] + m[r + 1]! * v[1] + m[r + 2]! * v[2]) as Vec3;
}

export function applyPose(pose: Pose, v: Vec3): Vec3 {
  return add(turnedVector(matrixOf(pose), v), pose.t);
}

function productOfMatrices(a: Mat, b: Mat): number[] {
  return Array.from({ length: 9 }, (_, i) => {
    const row = i - (i % 3),
      column = i % 3;
    return a[row]! * b[column]! + a[row + 1]! * b[column + 3]! + a[row + 2]! * b[column + 6]!;
  });
}

function productOfQuats(p: Quat, q: Quat): Quat {
  return [
    p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
    p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
    p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
    p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
  ];
}

// v ↦ outer(inner(v)).
export function compose(outer: Pose, inner: Pose): Pose {
  const t = applyPose(outer, inner.t);
  if (outer.R || inner.R) return { t, R: productOfMatrices(matrixOf(outer), matrixOf(inner)) };
  return { t, q: productOfQuats(tamed(outer.q ?? [1, 0, 0, 0]), tamed(inner.q ?? [1, 0, 0, 0])) };
}

function between(from: Pose, to: Pose, share: number): Pose {
  if (share <= 0 || from.R || to.R) return from;
  if (share >= 1) return to;
  const mix = (a: number, b: number) => (1 - share) * a + share * b;
  const p = from.q!,
    q = to.q!;
  // Both by one factor, which changes no rotation.
  const largest = Math.max(...p.map(Math.abs), ...q.map(Math.abs));
  const mixed = p.map((x, i) => mix(x / largest, q[i]! / largest)) as Quat;
  const t: Vec3 = [mix(from.t[0], to.t[0]), mix(from.t[1], to.t[1]), mix(from.t[2], to.t[2])];
  return { t, q: mixed.some((x) => x !== 0) ? mixed : p };
}

interface Keyframe {
  time: number;
  pose: Pose;
}

function readKeyframes(raw: unknown): Keyframe[] {
  if (!Array.isArray(raw)) return [];
  return raw
    .filter((frame): frame is { time: number; pose: unknown } => isRecord(frame) && isFiniteNumber(frame.time))
    .map(({ time, pose }) => ({ time, pose: readPose(pose) }))
    .sort((x, y) => x.time - y.time);
}

function alongKeyframes(frames: readonly Keyframe[]): (time: number) => Pose {
  return (time) => {
    let low = 0,
      high = frames.length; // the first frame after `time` is within [low, high]
    while (low < high) {
      const middle = (low + high) >> 1;
      if (frames[middle]!.time <= time) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return frames[0]!.pose;
    if (low === frames.length) return frames[low - 1]!.pose;
    const p = frames[low - 1]!,
      q = frames[low]!;
    return between(p.pose, q.pose, (time - p.time) / (q.time - p.time));
  };
}

function alongFlight(start: Pose, raw: Record<string, unknown>): (elapsed: number) => Pose {
  const part = (name: string): Vec3 => readVector(raw[name]) ?? [0, 0, 0];
  const velocity = part("velocity"),
    acceleration = part("acceleration");
  const turning = part("angular_velocity"),
    center = part("center");
  const speed = Math.hypot(...turning);
  const first = applyPose(start, center);
  return (elapsed) => {
    if (elapsed === 0) return start;
    const flown = add(add(first, velocity, elapsed), acceleration, (elapsed * elapsed) / 2);
    let turned: Pose = { ...start, t: [0, 0, 0] };
    if (speed > 0) {
      const half = (speed * elapsed) / 2;
      const axis = turning.map((x) => (x / speed) * Math.sin(half));
      turned = compose({ t: [0, 0, 0], q: [Math.cos(half), axis[0]!, axis[1]!, axis[2]!] }, turned);
    }
    return { ...turned, t: add(flown, turnedVector(matrixOf(turned), center), -1) };
  };
}

function frameOf(object: Record<string, unknown>, interval: readonly [number, number] | null): (time: number) => Pose {
  const start = readPose(object.pose);
  const motion = object.motion;
  if (!isRecord(motion)) return () => start;
  if (motion.keyframes !== undefined) {
    const frames = readKeyframes(motion.keyframes);
    return frames.length > 0 ? alongKeyframes(frames) : () => start;
  }
  if (!interval) return () => start;
  const [begin, end] = interval;
  const velocity = readVector(motion.velocity);
  if (velocity) return (time) => ({ ...start, t: add(start.t, velocity, time - begin) });
  if (motion.to !== undefined) {
    const goal = readPose(motion.to);
    return (time) => between(start, goal, end > begin ? (time - begin) / (end - begin) : 0);
  }
  if (isRecord(motion.ballistic)) {
    const flight = alongFlight(start, motion.ballistic);
    return (time) => flight(time - begin);
  }
  return () => start;
}

export function intervalOf(scene: Scene): [number, number] | null {
  const raw: unknown = scene.interval;
  if (!Array.isArray(raw) || raw.length !== 2) return null;
  const [begin, end] = raw as unknown[];
  return isFiniteNumber(begin) && isFiniteNumber(end) && begin <= end ? [begin, end] : null;
}

export function moves(scene: Scene): boolean {
  const objects: unknown = scene.objects;
  return (
    intervalOf(scene) !== null &&
    Array.isArray(objects) &&
    objects.some((object) => isRecord(object) && isRecord(object.motion))
  );
}

// Times outside the interval are those of its nearer end. What was read is read once: a frame asks for every body.
export function motionsOf(scene: Scene): PoseAt {
  const interval = intervalOf(scene);
  const objects: unknown = scene.objects;
  const frames = (Array.isArray(objects) ? objects : []).map((object: unknown) => {
    const fields = isRecord(object) ? object : {};
    const frame = frameOf(fields, interval);
    if (fields.offset === undefined) return frame;
    const offset = readPose(fields.offset);
    return (time: number) => compose(frame(time), offset);
  });
  const clamped = (time: number) => (interval ? Math.min(interval[1], Math.max(interval[0], time)) : time);
  return (object, time) => {
    const pose = frames[object]?.(clamped(time)) ?? identity();
    return pose.t.every(Number.isFinite) ? pose : identity();
  };
}
