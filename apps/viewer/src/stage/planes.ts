// Certificates' planes in doubles, for the eye: the proof is the checker's.
import { readEnd } from "../brackets";
import type { Certificate, Span, Witness } from "../page_data";
import { vertexOf, type Side } from "./scene_model";
import {
  add,
  composed,
  cross,
  dot,
  isFinite3,
  length,
  mid,
  placed,
  plus,
  point,
  sub,
  times,
  turned,
  turnedBack,
  turnedNormal,
  unit,
  type Placement,
  type Vec3,
} from "./vectors";

type Sides = { a: Side; b: Side };

const isNumbers = (value: unknown, count: number): value is number[] =>
  Array.isArray(value) && value.length === count && value.every((x) => typeof x === "number");

// An edge of a piece in the world, by differences in its own frame.
function edgeOf(side: Side, edge: unknown): Vec3 | null {
  const vertices = side.piece?.vertices;
  if (!vertices || !isNumbers(edge, 2) || 3 * Math.max(...edge) + 2 >= vertices.length) return null;
  return turned(side.placement, sub(point(vertices, edge[1]!), point(vertices, edge[0]!)));
}

function faceNormal(side: Side, corners: unknown): Vec3 | null {
  if (side.piece?.halfSpace) return turnedNormal(side.placement, side.piece.halfSpace.normal);
  if (!isNumbers(corners, 3)) return null;
  const one = edgeOf(side, [corners[0], corners[1]]);
  const other = edgeOf(side, [corners[0], corners[2]]);
  return one && other && cross(unit(one) ?? one, unit(other) ?? other);
}

// The unit normal in the world, from a to b; null where the plane is of a kind, or names a vertex, that is not there.
export function planeNormal(plane: Certificate, sides: Sides, depth = 0): Vec3 | null {
  const turn = plane["flip"] === true ? -1 : 1;
  const of = (value: Vec3 | null): Vec3 | null => (value ? unit(times(turn, value)) : null);
  switch (plane.kind) {
    case "vector": {
      const normal = plane["normal"];
      return isNumbers(normal, 3) ? unit(normal as Vec3) : null;
    }
    case "face":
      return of(faceNormal(plane["of"] === "b" ? sides.b : sides.a, plane["vertices"]));
    case "edges": {
      const a = edgeOf(sides.a, plane["a"]);
      const b = edgeOf(sides.b, plane["b"]);
      return a && b && of(cross(unit(a) ?? a, unit(b) ?? b));
    }
    case "points": {
      const a = vertexOf(sides.a, Number(plane["a"]));
      const b = vertexOf(sides.b, Number(plane["b"]));
      return a && b && of(sub(b, a));
    }
    case "side": {
      if (depth > 2 || typeof plane["plane"] !== "object" || plane["plane"] === null) return null;
      const inner = planeNormal(plane["plane"] as Certificate, sides, depth + 1);
      const edge = edgeOf(plane["edge_of"] === "b" ? sides.b : sides.a, plane["edge"]);
      return inner && edge && of(cross(inner, unit(edge) ?? edge));
    }
    default:
      return null;
  }
}

// How far the vertices of a piece reach along a unit vector, counted from an origin near them; all of them, or those of
// some triangles.
export function reach(
  piece: NonNullable<Side["piece"]>,
  placement: Placement,
  direction: Vec3,
  origin: Vec3,
  among: readonly number[] | null = null,
): { height: number; at: Vec3; spread: number } | null {
  const { vertices, triangles, radius } = piece;
  const local = { m: placement.m, t: sub(placement.t, origin) };
  const m = local.m;
  const n = direction;
  const [x, y, z] = [
    m[0]! * n[0] + m[3]! * n[1] + m[6]! * n[2],
    m[1]! * n[0] + m[4]! * n[1] + m[7]! * n[2],
    m[2]! * n[0] + m[5]! * n[1] + m[8]! * n[2],
  ];
  let best = -Infinity;
  let where: Vec3 = [0, 0, 0];
  let ties = 0;
  let spread = 0;
  const look = (i: number): void => {
    const height = x * vertices[3 * i]! + y * vertices[3 * i + 1]! + z * vertices[3 * i + 2]!;
    const slack = 1e-12 * Math.abs(height);
    if (height > best + slack) {
      best = height;
      where = point(vertices, i);
      ties = 1;
      spread = 0;
    } else if (height >= best - slack) {
      // Of a face that lies flush the middle, not a corner.
      ++ties;
      const way = sub(point(vertices, i), where);
      spread = Math.max(spread, length(way));
      where = plus(where, 1 / ties, way);
    }
  };
  if (among && triangles.length > 0) {
    for (const t of among) for (let k = 0; k < 3; ++k) if (3 * t + k < triangles.length) look(triangles[3 * t + k]!);
  } else {
    for (let i = 0; 3 * i < vertices.length; ++i) look(i);
  }
  if (ties === 0) return null;
  const at = add(placed(local, where), times(radius, direction));
  return { height: best + dot(direction, local.t) + radius, at: add(at, origin), spread };
}

function reachOfSide(
  side: Side,
  direction: Vec3,
  origin: Vec3,
  among: readonly number[] | null,
): ReturnType<typeof reach> {
  let best: ReturnType<typeof reach> = null;
  for (const piece of side.piece ? [side.piece] : side.pieces) {
    if (piece.halfSpace || piece.leftOut) continue;
    const placement = side.piece ? side.placement : composed(side.frame, piece.offset);
    const found = reach(piece, placement, direction, origin, among);
    if (found && (!best || found.height > best.height)) best = found;
  }
  return best;
}

export interface Disc {
  center: Vec3;
  normal: Vec3;
  gap: number; // between the two bodies, or what of them the plane parts, along the normal
}

// The plane amid the gap, where the smaller of the places is that are nearest to it: of a bolt on a beam at the bolt.
export function discBetween(
  normal: Vec3,
  sides: Sides,
  sets: { a: number[] | null; b: number[] | null },
  near: Vec3 | null,
): Disc | null {
  const origin = near ?? sides.a.placement.t;
  const floor = sides.a.piece?.halfSpace ?? sides.b.piece?.halfSpace;
  const low = reachOfSide(sides.a, normal, origin, sets.a);
  const high = reachOfSide(sides.b, times(-1, normal), origin, sets.b);
  if (floor) return discOnFloor(normal, sides, low?.at ?? high?.at ?? null);
  // Of a body that is shown as its box only the place is known.
  if (!low || !high) return near && { center: near, normal, gap: 0 };
  const level = 0.5 * low.height - 0.5 * high.height;
  const amid =
    near ?? (low.spread === high.spread ? mid(low.at, high.at) : low.spread < high.spread ? low.at : high.at);
  const center = plus(amid, level - dot(normal, sub(amid, origin)), normal);
  return isFinite3(center) ? { center, normal, gap: -high.height - low.height } : null;
}

function discOnFloor(normal: Vec3, sides: Sides, lowest: Vec3 | null): Disc | null {
  const side = sides.a.piece?.halfSpace ? sides.a : sides.b;
  const { halfSpace } = side.piece!;
  const own = turnedNormal(side.placement, halfSpace!.normal);
  const size = Math.hypot(...halfSpace!.normal);
  const foot = placed(side.placement, times(halfSpace!.offset / (size * size), halfSpace!.normal));
  const n = unit(own);
  if (!n) return null;
  const from = lowest ?? foot;
  const height = dot(n, sub(from, foot));
  return { center: plus(from, -height, n), normal, gap: height };
}

export interface Leaf {
  plane: Certificate;
  offset: [number, number] | null;
  a: number[] | null; // triangles it parts; null: all
  b: number[] | null;
}

const all = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

interface Node {
  plane: Certificate | null; // of a leaf
  offset: Leaf["offset"];
  split: "a" | "b";
  first: ReadonlySet<number>;
  ofFirst: unknown;
  ofRest: unknown;
}

function nodeOf(value: unknown): Node {
  const node = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  const plane = typeof node["plane"] === "object" ? (node["plane"] as Certificate | null) : null;
  return {
    plane,
    offset: isNumbers(node["offset"], 2) ? (node["offset"] as [number, number]) : null,
    split: node["split"] === "b" ? "b" : "a",
    first: new Set(!plane && Array.isArray(node["first"]) ? (node["first"] as number[]) : []),
    ofFirst: node["of_first"],
    ofRest: node["of_rest"],
  };
}

const mostLeaves = 4096;
const deepest = 10_000;

// The leaves of a cover, each with the triangles that are left there; of a cover with very many the first ones.
export function leavesOf(cover: Certificate, countA: number, countB: number): Leaf[] {
  const leaves: Leaf[] = [];
  const walk = (value: unknown, a: number[] | null, b: number[] | null): void => {
    if (value === undefined || leaves.length >= mostLeaves) return;
    const { plane, offset, split, first, ofFirst, ofRest } = nodeOf(value);
    if (plane) {
      leaves.push({ plane, offset, a, b });
      return;
    }
    const now = split === "b" ? (b ?? all(countB)) : (a ?? all(countA));
    const ones = now.filter((t) => first.has(t));
    const rest = now.filter((t) => !first.has(t));
    walk(ofFirst, split === "b" ? a : ones, split === "b" ? ones : b);
    walk(ofRest, split === "b" ? a : rest, split === "b" ? rest : b);
  };
  walk(cover["root"], null, null);
  return leaves;
}

// The one leaf at which two triangles come out.
export function leafWith(cover: Certificate, inA: number, inB: number, countA: number, countB: number): Leaf | null {
  let value: unknown = cover["root"];
  let a: number[] | null = null;
  let b: number[] | null = null;
  for (let depth = 0; value !== undefined && depth < deepest; ++depth) {
    const { plane, offset, split, first, ofFirst, ofRest } = nodeOf(value);
    if (plane) return { plane, offset, a, b };
    const goes = first.has(split === "b" ? inB : inA);
    const kept: number[] = (split === "b" ? (b ?? all(countB)) : (a ?? all(countA))).filter(
      (t) => first.has(t) === goes,
    );
    if (split === "b") b = kept;
    else a = kept;
    value = goes ? ofFirst : ofRest;
  }
  return null;
}

// A triangle on which a witness lies: of several that share its edge or vertex one as well as another. A convex body
// counts as triangle 0 of a cover: all of it.
function triangleWith(piece: NonNullable<Side["piece"]>, { vertices }: Witness): number {
  const { triangles } = piece;
  if (piece.convex) return 0;
  for (let t = 0; t < triangles.length; t += 3)
    if (vertices.every((v) => triangles[t] === v || triangles[t + 1] === v || triangles[t + 2] === v)) return t / 3;
  return 0;
}

function countOf({ piece }: Side): number {
  return piece && !piece.convex ? piece.triangles.length / 3 : 1;
}

const counts = new WeakMap<Certificate, Leaf[]>();

function leavesFor(cover: Certificate, { a, b }: Sides): Leaf[] {
  let leaves = counts.get(cover);
  if (!leaves) {
    leaves = leavesOf(cover, countOf(a), countOf(b));
    counts.set(cover, leaves);
  }
  return leaves;
}

function setsOf(leaf: Leaf, { a, b }: Sides): { a: number[] | null; b: number[] | null } {
  return { a: a.piece?.convex ? null : leaf.a, b: b.piece?.convex ? null : leaf.b };
}

// The plane of a separated pair: the certificate's own, or of a cover that of the leaf that holds the witness.
export function separatingDisc(
  certificate: Certificate,
  sides: Sides,
  witness: { a: Witness; b: Witness } | null,
  near: Vec3 | null,
): Disc | null {
  if (certificate.kind !== "cover") {
    const normal = planeNormal(certificate, sides);
    return normal && discBetween(normal, sides, { a: null, b: null }, near);
  }
  const { a, b } = sides;
  if (witness && a.piece && b.piece) {
    const [inA, inB] = [triangleWith(a.piece, witness.a), triangleWith(b.piece, witness.b)];
    const leaf = leafWith(certificate, inA, inB, countOf(a), countOf(b));
    const normal = leaf && planeNormal(leaf.plane, sides);
    if (leaf && normal) return discBetween(normal, sides, setsOf(leaf, sides), near);
  }
  const leaves = leavesFor(certificate, sides);
  return tightest(
    leaves.map((leaf) => ({ leaf, normal: planeNormal(leaf.plane, sides) })),
    sides,
  );
}

// Of several planes the one with the least gap: there the bodies are nearest.
function tightest(planes: { leaf: Leaf; normal: Vec3 | null }[], sides: Sides): Disc | null {
  let best: Disc | null = null;
  for (const { leaf, normal } of planes) {
    const disc = normal && discBetween(normal, sides, setsOf(leaf, sides), null);
    if (disc && (!best || disc.gap < best.gap)) best = disc;
  }
  return best;
}

// A double by which to place things; what cannot be read is NaN. Spans are looked up by it in every frame.
export function numberOf(end: unknown): number {
  return typeof end === "number" ? end : (readEnd(end)?.high ?? NaN);
}

export function spanAt(spans: readonly Span[], time: number): Span | null {
  return spans.find(({ from, to }) => numberOf(from) <= time && time <= numberOf(to)) ?? null;
}

// The plane of a span at a time. A normal is constant in the span's frame; kinds other than a vector are formed at the
// instant `at`.
export function spanDisc(span: Span, now: Sides, at: (time: number) => Sides | null, time: number): Disc | null {
  const formed = span.at ?? span.from;
  const normalNow = (plane: Certificate): Vec3 | null => {
    const frames = { world: null, a: now.a.frame, b: now.b.frame };
    const frame = frames[span.frame] ?? null;
    if (plane.kind === "vector") {
      const normal = planeNormal(plane, now);
      return normal && frame ? unit(turned(frame, normal)) : normal;
    }
    const then = at(numberOf(formed));
    const normal = then && planeNormal(plane, then);
    if (!normal || !frame || !then) return normal;
    return unit(turned(frame, turnedBack(span.frame === "b" ? then.b.frame : then.a.frame, normal)));
  };
  if (span.plane) {
    const normal = normalNow(span.plane);
    const disc = normal && discBetween(normal, now, { a: null, b: null }, null);
    return disc && atOffset(disc, span.plane, span.offset ?? null, span, time);
  }
  if (!span.cover) return null;
  return tightest(
    leavesFor(span.cover, now).map((leaf) => ({ leaf, normal: normalNow(leaf.plane) })),
    now,
  );
}

// With an offset the plane is told in the world: n·x = c0 + c1·(t − from), n of the length that it was printed with.
function atOffset(disc: Disc, plane: Certificate, offset: [number, number] | null, span: Span, time: number): Disc {
  const printed = plane["normal"];
  if (!offset || !isNumbers(printed, 3)) return disc;
  const size = Math.hypot(...printed);
  const level = (offset[0] + offset[1] * (time - numberOf(span.from))) / size;
  return { ...disc, center: plus(disc.center, level - dot(disc.normal, disc.center), disc.normal) };
}
