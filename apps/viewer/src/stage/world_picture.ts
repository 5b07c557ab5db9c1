// What is drawn of the world besides its bodies: half-spaces, boxes of the broad phase, the section's frame, a measured
// length, the steps of an algorithm.
import type { ViewState } from "../app";
import { digitsOf, pointText } from "../brackets";
import type { Page } from "../page_data";
import type { Drawn, Look } from "./bodies";
import type { Ball } from "./cast";
import type { Picture } from "./pair_picture";
import type { SceneModel } from "./scene_model";
import {
  across,
  composed,
  cross,
  distance,
  dot,
  isFinite3,
  mid,
  placed,
  plus,
  point,
  sub,
  times,
  turnedNormal,
  unit,
  type Vec3,
} from "./vectors";

function square(center: Vec3, normal: Vec3, half: number): Vec3[] {
  const u = across(normal);
  const v = cross(normal, u);
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([x, y]) => plus(plus(center, x! * half, u), y! * half, v));
}

function outline(
  picture: Picture,
  corners: Vec3[],
  style: Pick<Picture["segments"][0], "ink" | "width" | "dashed" | "alpha">,
): void {
  corners.forEach((from, i) => picture.segments.push({ from, to: corners[(i + 1) % corners.length]!, ...style }));
}

// A patch of the boundary with a grid, and strokes at its rim that lead into the solid, as draughtsmen mark the ground.
export function paintHalfSpaces(
  picture: Picture,
  model: SceneModel,
  time: number,
  hidden: ReadonlySet<number>,
  ball: Ball,
): void {
  for (const piece of model.pieces) {
    if (!piece.halfSpace || hidden.has(piece.object)) continue;
    const placement = composed(model.frameAt(piece.object, time), piece.offset);
    const n = unit(turnedNormal(placement, piece.halfSpace.normal));
    const size = Math.hypot(...piece.halfSpace.normal);
    const foot = placed(placement, times(piece.halfSpace.offset / (size * size), piece.halfSpace.normal));
    if (!n || !isFinite3(foot)) continue;
    const center = plus(ball.center, -dot(n, sub(ball.center, foot)), n);
    const half = 1.35 * ball.radius;
    const u = across(n);
    const v = cross(n, u);
    picture.polygons.push({ corners: square(center, n, half), ink: "box", alpha: 0.16 });
    const lines = 12;
    for (let k = 0; k <= lines; ++k) {
      const at = -half + (2 * half * k) / lines;
      const rim = k === 0 || k === lines;
      for (const [one, other] of [
        [u, v],
        [v, u],
      ] as const) {
        const from = plus(plus(center, at, one), -half, other);
        picture.segments.push({
          from,
          to: plus(from, 2 * half, other),
          ink: "box",
          width: rim ? 1.8 : 1,
          alpha: rim ? 0.9 : 0.3,
        });
      }
    }
    const stroke = half / lines;
    for (const [one, other] of [
      [u, v],
      [v, u],
    ] as const)
      for (const edge of [-half, half])
        for (let k = 0; k <= 2 * lines; ++k) {
          const from = plus(plus(center, edge, one), -half + (half * k) / lines, other);
          picture.segments.push({
            from,
            to: plus(plus(from, -stroke, n), -0.5 * stroke, other),
            ink: "box",
            width: 1.2,
            alpha: 0.7,
          });
        }
  }
}

// Points and segments, which have no faces, wide enough to be seen.
export function paintThin(
  picture: Picture,
  drawn: readonly Drawn[],
  lookOf: (object: number, part: number) => Look,
): void {
  for (const { piece, at, shape } of drawn) {
    if (shape.triangles.length > 0 || piece.vertices.length === 0) continue;
    const look = lookOf(piece.object, piece.part);
    if (look.alpha < 0.05) continue;
    const corners = Array.from({ length: piece.vertices.length / 3 }, (_, i) => placed(at, point(piece.vertices, i)));
    for (let i = 1; i < corners.length && corners.length <= 64; ++i)
      picture.segments.push({ from: corners[0]!, to: corners[i]!, ink: look.color, width: look.chosen ? 6 : 4 });
    for (const corner of corners)
      picture.points.push({ at: corner, ink: look.color, size: look.chosen ? 12 : 9, shape: "disc" });
  }
}

export function paintBoxes(picture: Picture, page: Page, hidden: ReadonlySet<number>): void {
  page.extras.boxes.forEach(([low, high], object) => {
    if (hidden.has(object) || !isFinite3(low) || !isFinite3(high) || distance(low, high) === 0) return;
    const corner = (i: number): Vec3 => [i & 1 ? high[0] : low[0], i & 2 ? high[1] : low[1], i & 4 ? high[2] : low[2]];
    for (let i = 0; i < 8; ++i)
      for (const bit of [1, 2, 4])
        if (!(i & bit))
          picture.segments.push({ from: corner(i), to: corner(i | bit), ink: "box", width: 1.2, alpha: 0.75 });
  });
  for (const [i, j] of (page.extras.candidates ?? []).slice(0, 5000)) {
    const [a, b] = [page.extras.boxes[i], page.extras.boxes[j]];
    if (!a || !b || hidden.has(i) || hidden.has(j)) continue;
    picture.segments.push({ from: mid(...a), to: mid(...b), ink: "sweep", width: 1.2, alpha: 0.6, dashed: true });
  }
}

export function paintSection(picture: Picture, state: ViewState, ball: Ball): Vec3 | null {
  const { section } = state;
  const n = section && unit(section.normal);
  if (!section || !n) return null;
  const size = Math.hypot(...section.normal);
  const center = plus(ball.center, section.offset / size - dot(n, ball.center), n);
  outline(picture, square(center, n, 1.12 * ball.radius), { ink: "plane", width: 1.5, alpha: 0.8 });
  return center;
}

export function paintMeasure(picture: Picture, state: ViewState): void {
  const { measure } = state;
  if (!measure) return;
  picture.points.push({ at: measure.from, ink: "measure", size: 10, shape: "ring" });
  if (!measure.to) return;
  picture.points.push({ at: measure.to, ink: "measure", size: 10, shape: "ring" });
  picture.segments.push({ from: measure.from, to: measure.to, ink: "measure", width: 2, dashed: true });
  const along = sub(measure.to, measure.from);
  picture.labels.push({
    at: mid(measure.from, measure.to),
    text: `length ${digitsOf(Number(distance(measure.from, measure.to).toPrecision(9)))}`,
    small: `Δ ${pointText(along)}`,
    ink: "measure",
  });
}

// The chosen step, and the earlier ones of its frame faintly.
export function paintTrace(picture: Picture, page: Page, trace: NonNullable<ViewState["trace"]>, size: number): void {
  const frame = page.extras.traces[trace.run]?.frames[trace.frame];
  frame?.steps.slice(0, trace.step + 1).forEach(({ what, direction, a, b }, k) => {
    const now = k === trace.step;
    const alpha = now ? 1 : 0.28;
    picture.segments.push({ from: a, to: b, ink: "trace", width: now ? 3 : 1.5, alpha });
    if (!now) return;
    picture.points.push({ at: a, ink: "a", size: 12, shape: "disc" }, { at: b, ink: "b", size: 12, shape: "disc" });
    const n = direction && unit(direction);
    if (n) picture.arrows.push({ from: mid(a, b), to: plus(mid(a, b), 0.5 * size, n), ink: "trace" });
    picture.labels.push({ at: mid(a, b), text: what, small: `step ${k + 1} of ${frame.steps.length}`, ink: "trace" });
  });
}
