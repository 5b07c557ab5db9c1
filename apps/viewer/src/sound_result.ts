// Question: what of a result file can be used without looking at it again?
// Method:   a copy of every pair with the fields that are as docs/contract.md §4 has them; a field that is not is left
//           out, and a pair without names or status stays in its place with the status "unreadable". Proofs are handed
//           on as they are once their outer form is right: whether they prove anything is the checker's to say.
// Cost:     a pass over the pairs and their spans; no certificate is copied.
import { isFiniteNumber, isRecord, readBracket, readEnd, readVector } from "./brackets";
import type {
  Bracket,
  Certificate,
  Contact,
  ContactPoint,
  PairResult,
  ResultFile,
  Span,
  Timeline,
  TraceRun,
  Vec3,
  Witness,
} from "./page_data";

type Fields = Record<string, unknown>;

function isIndex(raw: unknown): raw is number {
  return Number.isInteger(raw) && (raw as number) >= 0;
}

function isIndexList(raw: unknown): raw is number[] {
  return Array.isArray(raw) && raw.length > 0 && raw.every(isIndex);
}

function isBracket(raw: unknown): raw is Bracket {
  return readBracket(raw) !== null;
}

function isSide(raw: unknown): raw is "a" | "b" {
  return raw === "a" || raw === "b";
}

const kMostNested = 2; // a side of a side of points

function isPlane(raw: unknown, nested = 0): raw is Certificate {
  if (!isRecord(raw)) return false;
  if (raw.kind === "vector") return readVector(raw.normal) !== null;
  if (raw.kind === "face") return isSide(raw.of) && isIndexList(raw.vertices) && raw.vertices.length >= 3;
  if (raw.kind === "edges") return isIndexList(raw.a) && raw.a.length === 2 && isIndexList(raw.b) && raw.b.length === 2;
  if (raw.kind === "points") return isIndex(raw.a) && isIndex(raw.b);
  if (raw.kind !== "side" || nested >= kMostNested) return false;
  return isSide(raw.edge_of) && isIndexList(raw.edge) && raw.edge.length === 2 && isPlane(raw.plane, nested + 1);
}

function isWitness(raw: unknown): raw is Witness {
  return (
    isRecord(raw) &&
    isIndexList(raw.vertices) &&
    Array.isArray(raw.weights) &&
    raw.weights.length === raw.vertices.length &&
    raw.weights.every(isFiniteNumber)
  );
}

function isWitnessPair(raw: unknown): raw is { a: Witness; b: Witness } {
  return isRecord(raw) && isWitness(raw.a) && isWitness(raw.b);
}

function isSimplex(raw: unknown): boolean {
  return isRecord(raw) && isIndexList(raw.a) && isIndexList(raw.b) && raw.a.length === raw.b.length;
}

function isCertificate(raw: unknown): raw is Certificate {
  if (!isRecord(raw)) return false;
  if (raw.kind === "simplex") return isSimplex(raw);
  if (raw.kind === "touch") return isSimplex(raw.simplex) && isPlane(raw.plane);
  if (raw.kind === "near") return isWitnessPair(raw.witness);
  if (raw.kind === "triangles") return isIndex(raw.a) && isIndex(raw.b);
  if (raw.kind === "interior")
    return (
      Array.isArray(raw.point) && raw.point.length === 3 && raw.point.every((x) => readEnd(x) !== null && !isRecord(x))
    );
  if (raw.kind === "inside") return isSide(raw.of) && isIndex(raw.vertex);
  if (raw.kind === "cover") return isRecord(raw.root);
  return isPlane(raw);
}

function isSpan(raw: unknown): raw is Span {
  if (!isRecord(raw) || readEnd(raw.from) === null || readEnd(raw.to) === null) return false;
  if (raw.frame !== "world" && !isSide(raw.frame)) return false;
  if (raw.at !== undefined && readEnd(raw.at) === null) return false;
  if (
    raw.offset !== undefined &&
    !(Array.isArray(raw.offset) && raw.offset.length === 2 && raw.offset.every(isFiniteNumber))
  )
    return false;
  return isPlane(raw.plane) || (raw.plane === undefined && isCertificate(raw.cover) && raw.cover.kind === "cover");
}

function timelineOf(raw: unknown): Timeline | null {
  return isRecord(raw) && Array.isArray(raw.spans) ? { kind: "timeline", spans: raw.spans.filter(isSpan) } : null;
}

function isFeature(raw: unknown): boolean {
  return typeof raw === "string" || isRecord(raw);
}

function isContactPoint(raw: unknown): raw is ContactPoint {
  return (
    isRecord(raw) &&
    readVector(raw.a) !== null &&
    readVector(raw.b) !== null &&
    isBracket(raw.gap) &&
    isRecord(raw.features) &&
    isFeature(raw.features.a) &&
    isFeature(raw.features.b)
  );
}

function contactOf(raw: unknown): Contact[] {
  if (!isRecord(raw) || readVector(raw.normal) === null || !isBracket(raw.gap) || !Array.isArray(raw.points)) return [];
  return [{ normal: readVector(raw.normal)!, gap: raw.gap, points: raw.points.filter(isContactPoint), ...partOf(raw) }];
}

function partOf(raw: Fields): { part?: { a: number; b: number } } {
  const { part } = raw;
  return isRecord(part) && isIndex(part.a) && isIndex(part.b) ? { part: { a: part.a, b: part.b } } : {};
}

function depthOf(raw: unknown): PairResult["depth"] {
  if (!isRecord(raw) || !isBracket(raw)) return undefined;
  const vector = (field: string): { [key: string]: Vec3 } => {
    const read = readVector((raw as Fields)[field]);
    return read ? { [field]: read } : {};
  };
  return { lower: raw.lower, upper: raw.upper, ...vector("direction"), ...vector("translation") };
}

function pointsOf(raw: unknown): [Vec3, Vec3] | undefined {
  const a = Array.isArray(raw) ? readVector(raw[0]) : null,
    b = Array.isArray(raw) ? readVector(raw[1]) : null;
  return a && b ? [a, b] : undefined;
}

function isTimes(raw: unknown): raw is { begin: Bracket; end: Bracket } {
  return (
    isRecord(raw) && isBracket(raw.begin) && isBracket(raw.end) && raw.begin.upper !== null && raw.end.upper !== null
  );
}

export function soundPair(raw: unknown): PairResult {
  if (!isRecord(raw) || typeof raw.a !== "string" || typeof raw.b !== "string" || typeof raw.status !== "string")
    return {
      a: isRecord(raw) && typeof raw.a === "string" ? raw.a : "",
      b: isRecord(raw) && typeof raw.b === "string" ? raw.b : "",
      status: "unreadable",
    };
  const pair: PairResult = { a: raw.a, b: raw.b, status: raw.status, ...partOf(raw) };
  if (typeof raw.verdict === "string") pair.verdict = raw.verdict;
  if (typeof raw.decided_by === "string") pair.decided_by = raw.decided_by;
  if (isBracket(raw.distance)) pair.distance = raw.distance;
  const depth = depthOf(raw.depth);
  if (depth) pair.depth = depth;
  if (isWitnessPair(raw.witness)) pair.witness = raw.witness;
  const points = pointsOf(raw.points);
  if (points) pair.points = points;
  const place = isRecord(raw.place) ? readVector(raw.place.point) : null;
  if (place) pair.place = { point: place };
  if (isRecord(raw.features) && typeof raw.features.a === "string" && typeof raw.features.b === "string")
    pair.features = { a: raw.features.a, b: raw.features.b };
  if (isCertificate(raw.certificate)) pair.certificate = raw.certificate;
  if (isPlane(raw.direction)) pair.direction = raw.direction;
  if (isRecord(raw.shell) && raw.shell.kind === "shell") pair.shell = raw.shell as Certificate;
  if (Array.isArray(raw.contacts)) pair.contacts = raw.contacts.flatMap(contactOf);
  if (raw.contact === null) pair.contact = null;
  else if (isBracket(raw.contact)) pair.contact = raw.contact;
  if (Array.isArray(raw.intervals) && raw.intervals.every(isTimes)) pair.intervals = raw.intervals;
  const timeline = timelineOf(raw.timeline);
  if (timeline) pair.timeline = timeline;
  if (Array.isArray(raw.gaps)) pair.gaps = raw.gaps.map(timelineOf);
  if (isRecord(raw.excess)) {
    const { a, b } = raw.excess;
    pair.excess = { ...(isFiniteNumber(a) ? { a } : {}), ...(isFiniteNumber(b) ? { b } : {}) };
  }
  if (raw.duplicate === true) pair.duplicate = true;
  if (isSide(raw.inside)) pair.inside = raw.inside;
  if (raw.change === "new" || raw.change === "still") pair.change = raw.change;
  return pair;
}

const kQueries: readonly unknown[] = ["check", "clash", "move"];

// Entry k of `pairs` is entry k of the file.
export function soundResult(raw: Fields): ResultFile {
  return {
    ...raw,
    format: "clearance-result-1",
    query: kQueries.includes(raw.query) ? (raw.query as ResultFile["query"]) : "check",
    pairs: Array.isArray(raw.pairs) ? raw.pairs.map(soundPair) : [],
  };
}

function isPose(raw: unknown): boolean {
  if (!isRecord(raw) || readVector(raw.t) === null) return false;
  const numbers = (list: unknown, count: number) =>
    list === undefined || (Array.isArray(list) && list.length === count && list.every(isFiniteNumber));
  return numbers(raw.q, 4) && numbers(raw.R, 9);
}

function isStep(raw: unknown): boolean {
  if (!isRecord(raw) || typeof raw.what !== "string") return false;
  return (
    (raw.direction === null || readVector(raw.direction) !== null) &&
    readVector(raw.a) !== null &&
    readVector(raw.b) !== null
  );
}

function isFrame(raw: unknown): boolean {
  return (
    isRecord(raw) && isPose(raw.pose_a) && isPose(raw.pose_b) && Array.isArray(raw.steps) && raw.steps.every(isStep)
  );
}

// A recorded run is drawn as a whole or not at all: with a step left out its count would be wrong.
export function isSoundRun(raw: unknown): raw is TraceRun {
  if (!isRecord(raw) || ![raw.a, raw.b, raw.method].every((text) => typeof text === "string")) return false;
  return Array.isArray(raw.frames) && raw.frames.every(isFrame);
}
