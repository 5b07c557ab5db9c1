// Question: what does a certificate say, to somebody who has not read the contract?
// Method:   one sentence for each kind of docs/contract.md §4. What is missing or odd is said to be so; whether the
//           certificate holds is the checker's to say, not this module's.
import { isFiniteNumber, isRecord, pointText, readVector } from "../brackets";
import { counted } from "./names";

interface Names {
  a: string;
  b: string;
}

function listOf(raw: unknown): number[] | null {
  return Array.isArray(raw) && raw.every((x) => Number.isInteger(x)) ? (raw as number[]) : null;
}

function bodyOf(raw: unknown, names: Names): string {
  return raw === "a" ? names.a : raw === "b" ? names.b : "neither body";
}

// "with normal (0, 0, 1)", "along the face 4, 5, 7 of crate".
function planeWords(raw: unknown, names: Names, nesting = 0): string {
  if (!isRecord(raw)) return "of a kind that cannot be read";
  const turned = raw.flip === true ? ", turned round" : "";
  if (raw.kind === "vector") {
    const normal = readVector(raw.normal);
    return normal ? `with normal ${pointText(normal)}` : "whose normal cannot be read";
  }
  if (raw.kind === "face") {
    const ring = listOf(raw.vertices);
    return `along the face ${ring ? ring.join(", ") : "?"} of ${bodyOf(raw.of, names)}${turned}`;
  }
  if (raw.kind === "edges") {
    const a = listOf(raw.a),
      b = listOf(raw.b);
    const edge = (ends: number[] | null, name: string) => `the edge ${ends ? ends.join("–") : "?"} of ${name}`;
    return `along ${edge(a, names.a)} and ${edge(b, names.b)}${turned}`;
  }
  if (raw.kind === "points") {
    const ends = `from vertex ${numberOf(raw.a)} of ${names.a} to vertex ${numberOf(raw.b)} of ${names.b}`;
    return `perpendicular to the segment ${ends}${turned}`;
  }
  if (raw.kind === "side") {
    const edge = listOf(raw.edge);
    const inner = nesting < 3 ? planeWords(raw.plane, names, nesting + 1) : "of another plane";
    const along = `along the edge ${edge ? edge.join("–") : "?"} of ${bodyOf(raw.edge_of, names)}`;
    return `${along} and perpendicular to the plane ${inner}${turned}`;
  }
  return "of a kind that is not known";
}

function numberOf(raw: unknown): string {
  return isFiniteNumber(raw) ? String(raw) : "?";
}

// Nodes of a cover, counted without recursion: it may be as deep as its file says.
function planesOfCover(root: unknown): number {
  let planes = 0;
  const open: unknown[] = [root];
  while (open.length > 0 && planes < 10_000_000) {
    const node = open.pop();
    if (!isRecord(node)) continue;
    if ("plane" in node) ++planes;
    open.push(node.of_first, node.of_rest);
  }
  return planes;
}

function lengthOf(list: unknown, one: string): string {
  return counted(Array.isArray(list) ? list.length : 0, one);
}

export function certificateWords(raw: unknown, names: Names): string {
  if (raw === undefined || raw === null) return "No certificate is in the result.";
  if (!isRecord(raw) || typeof raw.kind !== "string") return "The certificate cannot be read.";
  const pairs = listOf(raw.a)?.length ?? 0;
  switch (raw.kind) {
    case "vector":
    case "face":
    case "edges":
    case "points":
    case "side":
      return (
        `A plane ${planeWords(raw, names)} separates them: ` +
        `all of ${names.a} lies on one side, all of ${names.b} on the other.`
      );
    case "simplex":
      return `A common point, put together from ${counted(pairs, "pair")} of vertices of both bodies.`;
    case "touch":
      return (
        "They share a point, put together from vertices of both, and a plane " +
        `${planeWords(raw.plane, names)} has one body on either side: ` +
        "so they only touch."
      );
    case "near":
      return "Two points of their cores that are nearer than both radii together.";
    case "triangles":
      return `Triangle ${numberOf(raw.a)} of ${names.a} and triangle ${numberOf(raw.b)} of ${names.b} share a point.`;
    case "interior": {
      const point = Array.isArray(raw.point) ? raw.point.map((x) => (isFiniteNumber(x) ? x : Number.NaN)) : null;
      const fractions = Array.isArray(raw.point) && raw.point.some((x) => typeof x === "string");
      if (!point || point.length !== 3) return "A point strictly inside both, which cannot be read.";
      return fractions
        ? "A point strictly inside both, given by exact fractions."
        : `The point ${pointText(point)} lies strictly inside both.`;
    }
    case "inside":
      return `Vertex ${numberOf(raw.vertex)} of ${bodyOf(raw.of, names)} lies inside the other body.`;
    case "cover": {
      const planes = planesOfCover(raw.root);
      return (
        `A cover: ${counted(planes, "plane that separates", "planes that separate")} ` +
        `all triangles of ${names.a} from all of ${names.b}, ` +
        "group by group."
      );
    }
    case "timeline":
      return `${lengthOf(raw.spans, "span")} of time, in each of which a plane separates them at every instant.`;
    case "shell":
      return (
        `A closed polytope of ${lengthOf(raw.facets, "facet")} around the origin: ` +
        "the depth is no less than the distance of its nearest facet."
      );
    default:
      return "A certificate of a kind that this page does not know.";
  }
}

export function standingWords(standing: string, reason: string, checking: string): { mark: string; sentence: string } {
  if (standing === "verified")
    return { mark: "verified here", sentence: "Checked here, in this page, in exact arithmetic: the claim holds." };
  if (standing === "fails")
    return { mark: "fails", sentence: `Checked here, and what is claimed does not hold: ${reason}` };
  if (standing === "unproved")
    return { mark: "no certificate", sentence: `Nothing in the result proves this claim. ${reason}` };
  if (checking === "unavailable")
    return { mark: "not re-checked", sentence: "This page has no checker: nothing is re-checked here." };
  return { mark: "pending", sentence: "Not looked at yet." };
}
