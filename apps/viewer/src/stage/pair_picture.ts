// What is drawn of a pair beyond its bodies, in doubles and in the world: points, segments, planes, arrows, triangles,
// labels.
import type { Layers } from "../app";
import { bracketDetail, bracketText, readBracket } from "../brackets";
import type { Bracket, Certificate, Contact, PairResult, Witness } from "../page_data";
import { numberOf, separatingDisc, spanAt, spanDisc, type Disc } from "./planes";
import { vertexOf, type SceneModel, type Side } from "./scene_model";
import { add, cross, across, distance, dot, isFinite3, mid, plus, sub, times, unit, type Vec3 } from "./vectors";

// Names of colours; the stage knows what they look like in light and dark.
export type Ink =
  "a" | "b" | "witness" | "plane" | "depth" | "contact" | "conflict" | "trace" | "measure" | "box" | "sweep";

type Color = Ink | readonly [number, number, number];

export interface Picture {
  segments: { from: Vec3; to: Vec3; ink: Color; width: number; dashed?: boolean; alpha?: number }[];
  arrows: { from: Vec3; to: Vec3; ink: Ink }[];
  points: { at: Vec3; ink: Color; size: number; shape: "disc" | "diamond" | "ring" }[];
  discs: { center: Vec3; normal: Vec3; radius: number; ink: Ink; faint?: boolean }[]; // faint: its rim alone
  polygons: { corners: Vec3[]; ink: Ink; alpha: number }[];
  labels: { at: Vec3; text: string; small: string; ink: Ink }[];
  ghosts: { object: number; by: Vec3 }[];
}

export function emptyPicture(): Picture {
  return { segments: [], arrows: [], points: [], discs: [], polygons: [], labels: [], ghosts: [] };
}

// Digits to read, and below them all there are.
function bracketLabel(what: string, bracket: Bracket): { text: string; small: string } {
  const read = readBracket(bracket);
  return read
    ? { text: `${what} ${bracketText(read)}`, small: bracketDetail(read) }
    : { text: `${what} that cannot be read`, small: "" };
}

export function witnessPoint(side: Side, witness: Witness): Vec3 | null {
  let sum: Vec3 = [0, 0, 0];
  let weight = 0;
  for (let i = 0; i < witness.vertices.length; ++i) {
    const v = vertexOf(side, witness.vertices[i]!);
    const w = witness.weights[i]!;
    if (!v || !Number.isFinite(w)) return null;
    sum = plus(sum, w, v);
    weight += w;
  }
  const at = times(1 / weight, sum);
  return isFinite3(at) ? at : null;
}

// Nearest points of a separated pair, of rounded bodies on their surfaces.
export function nearestPoints(pair: PairResult, a: Side, b: Side): [Vec3, Vec3] | null {
  if (pair.witness) {
    const p = witnessPoint(a, pair.witness.a);
    const q = witnessPoint(b, pair.witness.b);
    if (p && q) {
      const n = unit(sub(q, p));
      if (!n) return [p, q];
      return [plus(p, a.piece?.radius ?? 0, n), plus(q, -(b.piece?.radius ?? 0), n)];
    }
  }
  return pair.points && pair.points.every(isFinite3) ? pair.points : null;
}

// How much of the world around a place of contact is looked at: of two large bodies that are hardly in each other not
// all.
function nearness({ depth }: PairResult, small: number): number {
  const deep = depth ? numberOf(depth.upper) : Infinity;
  return Number.isFinite(deep) ? Math.min(0.9 * small, Math.max(12 * deep, 0.3 * small)) : 0.9 * small;
}

function planeAtRest(pair: PairResult, sides: { a: Side; b: Side }, amid: Vec3 | null): Disc | null {
  const { certificate } = pair;
  if (!certificate) return null;
  const plane = certificate.kind === "touch" ? (certificate["plane"] as Certificate) : certificate;
  return separatingDisc(plane, sides, pair.witness ?? null, amid ?? pair.place?.point ?? null);
}

const firstContact = ({ contact }: PairResult): number => (contact ? numberOf(contact.upper ?? contact.lower) : NaN);

export class PairPainter {
  constructor(
    private readonly model: SceneModel,
    private readonly sizeOf: (object: number) => number,
  ) {}

  sides(pair: PairResult, time: number): { a: Side; b: Side } | null {
    const a = this.model.side(pair, "a", time);
    const b = this.model.side(pair, "b", time);
    return a && b ? { a, b } : null;
  }

  // Where to look at a pair, and how much of the world around it; null where nothing of it is known.
  focus(pair: PairResult, time: number, moving: boolean): { at: Vec3; extent: number; normal: Vec3 | null } | null {
    const sides = this.sides(pair, time);
    if (!sides) return null;
    const small = Math.min(this.sizeOf(sides.a.object), this.sizeOf(sides.b.object));
    const points = moving ? null : nearestPoints(pair, sides.a, sides.b);
    if (points) {
      const gap = distance(...points);
      return {
        at: mid(...points),
        extent: Math.max(1.6 * gap, Math.min(0.45 * small, Math.max(6 * gap, 0.2 * small))),
        normal: unit(sub(points[1], points[0])),
      };
    }
    if (pair.place && isFinite3(pair.place.point) && (!moving || this.isFirstContact(pair, time)))
      return { at: pair.place.point, extent: nearness(pair, small), normal: pair.depth?.direction ?? null };
    const disc = moving ? null : planeAtRest(pair, sides, null);
    return disc && { at: disc.center, extent: 0.9 * small, normal: disc.normal };
  }

  // Everything of one pair that its layers show.
  paint(picture: Picture, pair: PairResult, query: string, time: number, layers: Layers, labelled: boolean): void {
    const sides = this.sides(pair, time);
    if (!sides) return;
    if (query === "move") this.paintMoving(picture, pair, sides, time, layers, labelled);
    else this.paintAtRest(picture, pair, sides, layers, labelled);
  }

  // The place of a first contact is shown at its time: at any other the bodies stand elsewhere.
  private isFirstContact(pair: PairResult, time: number): boolean {
    return Math.abs(time - firstContact(pair)) <= 0.004 * this.model.intervalLength();
  }

  private discRadius({ a, b }: { a: Side; b: Side }, gap: number): number {
    const small = Math.min(this.sizeOf(a.object), this.sizeOf(b.object));
    return Math.max(0.5 * small, Math.min(0.8 * Math.abs(gap), 1.5 * small));
  }

  // Of all pairs at once discs would cover the scene: each is small then.
  private addDisc(picture: Picture, disc: Disc | null, sides: { a: Side; b: Side }, chosen: boolean): void {
    if (!disc) return;
    const radius = this.discRadius(sides, disc.gap);
    picture.discs.push({
      ...disc,
      radius: chosen ? radius : 0.3 * Math.min(radius, 2 * Math.abs(disc.gap)),
      ink: "plane",
      faint: !chosen,
    });
  }

  private paintAtRest(
    picture: Picture,
    pair: PairResult,
    sides: { a: Side; b: Side },
    layers: Layers,
    labelled: boolean,
  ): void {
    const { a, b } = sides;
    const points = nearestPoints(pair, a, b);
    const amid = points ? mid(...points) : null;
    if (points && layers.witness) this.witness(picture, pair, points, labelled);
    if (layers.plane) this.addDisc(picture, planeAtRest(pair, sides, amid), sides, labelled);
    if (layers.depth && pair.depth) this.depth(picture, pair, sides, labelled);
    if (layers.witness && pair.place && isFinite3(pair.place.point) && !pair.contacts?.length)
      picture.points.push({ at: pair.place.point, ink: "contact", size: 11, shape: "diamond" });
    if (layers.contacts) for (const contact of pair.contacts ?? []) this.contact(picture, contact, sides, labelled);
    if (layers.conflict && pair.certificate) this.conflict(picture, pair.certificate, sides);
  }

  private witness(picture: Picture, pair: PairResult, [p, q]: [Vec3, Vec3], labelled: boolean): void {
    picture.segments.push({ from: p, to: q, ink: "witness", width: 2.5 });
    picture.points.push({ at: p, ink: "a", size: 10, shape: "disc" }, { at: q, ink: "b", size: 10, shape: "disc" });
    if (labelled && pair.distance)
      picture.labels.push({
        at: mid(p, q),
        ...bracketLabel("gap", pair.distance),
        ink: "witness",
      });
  }

  private depth(picture: Picture, pair: PairResult, { a, b }: { a: Side; b: Side }, labelled: boolean): void {
    const { depth } = pair;
    const by = depth?.translation;
    const way = depth?.direction ?? by;
    if (!depth || !by || !way || !isFinite3(by)) return;
    const n = unit(way);
    const amount = Math.hypot(...by);
    const from = pair.place?.point ?? b.placement.t;
    if (n) {
      // Long enough to be seen: a depth of some roundings is told by its number.
      const shown = Math.max(amount, 0.18 * Math.min(this.sizeOf(a.object), this.sizeOf(b.object)));
      picture.arrows.push({ from, to: plus(from, shown, n), ink: "depth" });
      if (labelled)
        picture.labels.push({
          at: plus(from, shown, n),
          ...bracketLabel("depth", depth),
          ink: "depth",
        });
    }
    if (labelled && amount > 0) picture.ghosts.push({ object: b.object, by });
  }

  private contact(picture: Picture, contact: Contact, sides: { a: Side; b: Side }, labelled: boolean): void {
    const n = unit(contact.normal);
    if (!n) return;
    const size = 0.16 * Math.min(this.sizeOf(sides.a.object), this.sizeOf(sides.b.object));
    const amids = contact.points.map(({ a, b }) => mid(a, b));
    for (const { a, b } of contact.points) {
      picture.points.push({ at: a, ink: "a", size: 9, shape: "disc" }, { at: b, ink: "b", size: 9, shape: "ring" });
      picture.arrows.push({ from: a, to: plus(a, size, n), ink: "contact" });
      if (distance(a, b) > 0.01 * size)
        picture.segments.push({ from: a, to: b, ink: "contact", width: 1.5, dashed: true });
    }
    const patch = patchOf(amids, n);
    if (patch.length >= 3) picture.polygons.push({ corners: patch, ink: "contact", alpha: 0.35 });
    else {
      for (const at of amids) picture.discs.push({ center: at, normal: n, radius: 0.8 * size, ink: "contact" });
      if (amids.length === 2) picture.segments.push({ from: amids[0]!, to: amids[1]!, ink: "contact", width: 2 });
    }
    if (labelled && amids.length > 0) {
      const at = times(1 / amids.length, amids.reduce(add, [0, 0, 0]));
      const many = contact.points.length === 1 ? "1 point" : `${contact.points.length} points`;
      const { text, small } = bracketLabel("gap", contact.gap);
      picture.labels.push({ at, text: `${many} of contact, ${text}`, small, ink: "contact" });
    }
  }

  // Triangles of a conflict, the simplex of a common point, a point inside both.
  private conflict(picture: Picture, certificate: Certificate, { a, b }: { a: Side; b: Side }): void {
    const simplex = certificate.kind === "touch" ? (certificate["simplex"] as Certificate | undefined) : certificate;
    if (certificate.kind === "triangles") {
      for (const [side, ink] of [
        [a, "a"],
        [b, "b"],
      ] as const) {
        const number = Number(certificate[ink]);
        const corners = [0, 1, 2].map((k) => vertexOf(side, side.piece?.triangles[3 * number + k] ?? NaN));
        if (corners.every((corner) => corner !== null)) this.outlined(picture, corners as Vec3[], ink);
      }
    } else if (certificate.kind === "interior") {
      const at = (certificate["point"] as unknown[] | undefined)?.map(numberOf) as Vec3 | undefined;
      if (at?.length === 3 && isFinite3(at)) picture.points.push({ at, ink: "conflict", size: 13, shape: "diamond" });
    } else if (certificate.kind === "inside") {
      const at = vertexOf(certificate["of"] === "b" ? b : a, Number(certificate["vertex"]));
      if (at) picture.points.push({ at, ink: "conflict", size: 13, shape: "diamond" });
    } else if (simplex?.kind === "simplex") {
      for (const [side, ink] of [
        [a, "a"],
        [b, "b"],
      ] as const)
        for (const i of new Set((simplex[ink] as number[] | undefined) ?? [])) {
          const at = vertexOf(side, i);
          if (at) picture.points.push({ at, ink, size: 8, shape: "ring" });
        }
    } else if (certificate.kind === "near") {
      const witness = certificate["witness"] as { a: Witness; b: Witness } | undefined;
      const p = witness && witnessPoint(a, witness.a);
      const q = witness && witnessPoint(b, witness.b);
      if (p && q) picture.segments.push({ from: p, to: q, ink: "conflict", width: 2, dashed: true });
    }
  }

  private outlined(picture: Picture, corners: Vec3[], ink: Ink): void {
    picture.polygons.push({ corners, ink, alpha: 0.75 });
    corners.forEach((from, i) =>
      picture.segments.push({ from, to: corners[(i + 1) % corners.length]!, ink, width: 3 }),
    );
  }

  private paintMoving(
    picture: Picture,
    pair: PairResult,
    sides: { a: Side; b: Side },
    time: number,
    layers: Layers,
    labelled: boolean,
  ): void {
    const timelines = [pair.timeline ?? null, ...(pair.gaps ?? [])];
    const span = timelines
      .map((timeline) => (timeline ? spanAt(timeline.spans, time) : null))
      .find((one) => one !== null);
    if (layers.plane && span)
      this.addDisc(
        picture,
        spanDisc(span, sides, (then) => this.sides(pair, then), time),
        sides,
        labelled,
      );
    if (pair.place && isFinite3(pair.place.point) && this.isFirstContact(pair, time)) {
      picture.points.push({ at: pair.place.point, ink: "contact", size: 13, shape: "diamond" });
      if (labelled && pair.contact)
        picture.labels.push({
          at: pair.place.point,
          ...bracketLabel("first contact at", pair.contact),
          ink: "contact",
        });
      const at = this.sides(pair, firstContact(pair));
      if (layers.conflict && pair.certificate && at) this.conflict(picture, pair.certificate, at);
    }
  }
}

// Corners of the convex polygon around points that lie about a plane, in order; fewer than three where they span none.
export function patchOf(points: readonly Vec3[], normal: Vec3): Vec3[] {
  if (points.length < 3) return [];
  const u = across(normal);
  const v = cross(normal, u);
  const origin = points[0]!;
  const flat = points.map((p) => ({ p, x: dot(u, sub(p, origin)), y: dot(v, sub(p, origin)) }));
  flat.sort((one, other) => one.x - other.x || one.y - other.y);
  const turn = (a: (typeof flat)[0], b: (typeof flat)[0], c: (typeof flat)[0]): number =>
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  const half = (from: typeof flat): typeof flat => {
    const chain: typeof flat = [];
    for (const p of from) {
      while (chain.length >= 2 && turn(chain.at(-2)!, chain.at(-1)!, p) <= 0) chain.pop();
      chain.push(p);
    }
    chain.pop();
    return chain;
  };
  const ring = [...half(flat), ...half([...flat].reverse())];
  return ring.length < 3 ? [] : ring.map(({ p }) => p);
}
