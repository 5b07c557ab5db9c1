// The bodies as they stand: in the scene at a time, or in a frame of a trace; and what of them is chosen or hidden.
import type { App } from "../app";
import type { Bodies, Drawn } from "./bodies";
import { SceneModel, type Side } from "./scene_model";
import { composed, inverted, placed, placementOf, turned, add, type Placement, type Vec3 } from "./vectors";

export interface Ball {
  center: Vec3;
  radius: number;
  half: Vec3; // of the box about the center that holds the same
}

export class Cast {
  readonly frames: Placement[] = [];
  readonly sizes: readonly number[]; // about the longest side of each body; Infinity of a half-space
  ball: Ball; // of all that is shown, throughout its motion: what the world is measured by
  bounds: Ball; // of the bodies as they stand now: nothing of them may be cut off

  constructor(
    private readonly app: App,
    readonly model: SceneModel,
    readonly bodies: Bodies,
  ) {
    this.sizes = this.sizesOfBodies();
    this.bounds = this.ball = { center: [0, 0, 0], radius: 1, half: [1, 1, 1] };
    this.move();
    this.measure();
  }

  private sizesOfBodies(): number[] {
    return this.model.ofObject.map((pieces) => {
      let size = 0;
      for (const one of pieces) {
        const drawn = this.bodies.ofPiece.get(one);
        if (drawn) size = Math.max(size, 2 * drawn.shape.size);
      }
      return size > 0 ? size : Infinity;
    });
  }

  move(): void {
    const { time, trace } = this.app.state;
    const count = this.app.page.scene.objects.length;
    for (let object = 0; object < count; ++object) this.frames[object] = this.model.frameAt(object, time);
    const run = trace && this.app.page.extras.traces[trace.run];
    const frame = trace && run?.frames[trace.frame];
    if (run && frame)
      for (const [name, pose] of [
        [run.a, frame.pose_a],
        [run.b, frame.pose_b],
      ] as const) {
        const found = this.model.resolved(name);
        const pieces = found ? this.model.ofObject[found.object]! : [];
        const piece = pieces.find(({ part }) => part === found?.part) ?? pieces[0];
        if (found && piece) this.frames[found.object] = composed(placementOf(pose), inverted(piece.offset));
      }
    for (const one of this.bodies.drawn)
      this.bodies.moved(one, composed(this.frames[one.piece.object]!, one.piece.offset));
    this.bounds = ballAround(this.bodies.drawn);
  }

  // A ball around all bodies that are shown; half-spaces have no end and are left out. Bodies in motion have room for
  // all of it, unless they go so far that nothing would be seen.
  measure(): void {
    const { hidden } = this.app.state;
    const visible = this.bodies.drawn.filter(({ piece }) => !hidden.has(piece.object));
    const shown = visible.length > 0 ? visible : this.bodies.drawn;
    this.ball = ballAround(shown);
    const [begin, end] = this.app.page.scene.interval ?? [0, 0];
    if (!(end > begin) || !this.app.page.scene.objects.some(({ motion }) => motion)) return;
    const steps = shown.length > 2000 ? 2 : 8;
    const all: Drawn[] = [...shown];
    for (let k = 0; k <= steps; ++k) {
      const time = begin + ((end - begin) * k) / steps;
      const frames = new Map<number, Placement>();
      for (const one of shown) {
        const { object, offset } = one.piece;
        if (!frames.has(object)) frames.set(object, this.model.frameAt(object, time));
        const at = composed(frames.get(object)!, offset);
        all.push({ ...one, at, center: placed(at, one.shape.center) });
      }
    }
    const whole = ballAround(all);
    if (whole.radius <= 5 * this.ball.radius) this.ball = whole;
  }

  seen(one: Drawn): boolean {
    const { state } = this.app;
    return !state.hidden.has(one.piece.object) && !(state.onlyPair && this.faint(one.piece.object));
  }

  private faint(object: number): boolean {
    const pair = this.chosenPair();
    return pair !== null && object !== pair.a && object !== pair.b;
  }

  chosenPair(): { a: number; b: number } | null {
    const { state, page } = this.app;
    const { trace } = state;
    const row = trace
      ? page.extras.traces[trace.run]
      : state.pair === null
        ? undefined
        : page.result?.pairs[state.pair];
    const a = row && this.model.resolved(row.a);
    const b = row && this.model.resolved(row.b);
    return a && b ? { a: a.object, b: b.object } : null;
  }

  // Whether the chosen pair shares points, which lie within its bodies.
  meets(): boolean {
    const { state, page } = this.app;
    const status = state.pair === null ? "" : page.result?.pairs[state.pair]?.status;
    return state.trace === null && (status === "penetrating" || status === "intersecting");
  }

  // By which arrows of a trace's steps are drawn.
  sizeOfTrace(run: number): number {
    const row = this.app.page.extras.traces[run];
    const bodies = row ? [this.model.resolved(row.a), this.model.resolved(row.b)] : [];
    const sizes = bodies.map((found) => (found && this.sizes[found.object]) ?? Infinity);
    return Math.min(...sizes, this.ball.radius);
  }

  hasHidden(row: { a: string; b: string }): boolean {
    const { hidden } = this.app.state;
    return hidden.size > 0 && [row.a, row.b].some((name) => hidden.has(this.model.resolved(name)?.object ?? -1));
  }

  of(objects: readonly (number | undefined)[]): Drawn[] {
    return this.bodies.drawn.filter(({ piece }) => objects.includes(piece.object));
  }

  ofSides(...sides: Side[]): Drawn[] {
    return this.bodies.drawn.filter(({ piece }) =>
      sides.some((side) => (side.piece ? side.piece === piece : side.object === piece.object)),
    );
  }

  // In the world; null where there is no such triangle.
  triangleCorners(object: number, part: number | null, triangle: number): [Vec3, Vec3, Vec3] | null {
    const pieces = this.model.ofObject[object] ?? [];
    const piece = pieces.find((one) => one.part === part) ?? pieces[0];
    const drawn = piece && this.bodies.ofPiece.get(piece);
    if (!piece || !drawn || 3 * triangle + 2 >= piece.triangles.length) return null;
    return [0, 1, 2].map((k) => {
      const i = 3 * piece.triangles[3 * triangle + k]!;
      return add(turned(drawn.at, [...piece.vertices.subarray(i, i + 3)] as Vec3), drawn.at.t);
    }) as [Vec3, Vec3, Vec3];
  }
}

// Half of how high a body's box is along a unit vector.
export function heightAlong(n: Vec3, { shape, at: { m } }: Drawn): number {
  let sum = 0;
  for (let k = 0; k < 3; ++k) sum += Math.abs(m[k]! * n[0] + m[3 + k]! * n[1] + m[6 + k]! * n[2]) * shape.half[k]!;
  return sum;
}

// Around the boxes of bodies as they stand.
export function ballAround(drawn: readonly Drawn[]): Ball {
  const low: Vec3 = [Infinity, Infinity, Infinity];
  const high: Vec3 = [-Infinity, -Infinity, -Infinity];
  for (const { center, shape, at } of drawn)
    for (let axis = 0; axis < 3; ++axis) {
      const [x, y, z] = shape.half;
      const half =
        Math.abs(at.m[3 * axis]!) * x + Math.abs(at.m[3 * axis + 1]!) * y + Math.abs(at.m[3 * axis + 2]!) * z;
      low[axis] = Math.min(low[axis]!, center[axis]! - half);
      high[axis] = Math.max(high[axis]!, center[axis]! + half);
    }
  const center = low.map((x, axis) => 0.5 * x + 0.5 * high[axis]!) as Vec3;
  const half = low.map((x, axis) => 0.5 * high[axis]! - 0.5 * x) as Vec3;
  const radius = Math.hypot(...half);
  if (!Number.isFinite(radius)) return { center: [0, 0, 0], radius: 1, half: [1, 1, 1] };
  return radius > 0 ? { center, radius, half } : { center, radius: 1, half: [1, 1, 1] };
}
