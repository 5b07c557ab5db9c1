// What the program puts into the page (docs/page.md): the scene, the result, what is for the page alone, and one block
// of bytes with the geometry. Everything here comes from a file and is looked at before it is believed; the texts are
// kept as they are, since the checker reads those and not what this module makes of them.
import { isSoundRun, soundResult } from "./sound_result";

export type Vec3 = [number, number, number];

export interface Pose {
  t: Vec3;
  q?: [number, number, number, number]; // w, x, y, z, of any length
  R?: number[]; // nine numbers, row by row
}

// A shape of the scene file (docs/contract.md §2). "#k" stands for entry k of the arrays.
export type Shape =
  | { hull: string | Vec3[]; scale?: number }
  | { box: Vec3; scale?: number }
  | { mesh: string; solid?: boolean; scale?: number; hull_within?: number }
  | { convex_parts: Shape[]; scale?: number }
  | { rounded: { core: Shape; radius: number }; scale?: number }
  | { half_space: { normal: Vec3; offset: number }; scale?: number };

export type Motion =
  | { velocity: Vec3 }
  | { to: Pose }
  | { ballistic: { velocity?: Vec3; acceleration?: Vec3; angular_velocity?: Vec3; center?: Vec3 } }
  | { keyframes: { time: number; pose: Pose }[] };

export interface SceneObject {
  name: string;
  shape?: Shape;
  parts?: { shape: Shape; offset?: Pose }[];
  pose?: Pose;
  offset?: Pose; // of the shape in the moving frame
  motion?: Motion;
  padding?: number;
  static?: boolean;
}

export interface Scene {
  format: string;
  objects: SceneObject[];
  pairs?: [string, string][];
  interval?: [number, number];
}

// A bracket's ends are numbers, or the strings "inf" and "p/q"; a contact's may be the root of a contact function.
export type End = number | string | { root: unknown; between: [number, number] };
export interface Bracket {
  lower: End;
  upper: End | null;
}

export interface ContactPoint {
  a: Vec3;
  b: Vec3;
  gap: Bracket;
  error: number;
  features: { a: unknown; b: unknown };
}

export interface Contact {
  normal: Vec3;
  gap: Bracket;
  points: ContactPoint[];
  part?: { a: number; b: number };
}

// A pair of a result (docs/contract.md §4), of `check`, `clash` or `move`.
export interface PairResult {
  a: string;
  b: string;
  part?: { a: number; b: number };
  status: string;
  verdict?: string;
  decided_by?: string;
  distance?: Bracket;
  depth?: Bracket & { direction?: Vec3; translation?: Vec3 };
  witness?: { a: Witness; b: Witness };
  points?: [Vec3, Vec3];
  place?: { point: Vec3 };
  features?: { a: string; b: string };
  certificate?: Certificate;
  direction?: Certificate;
  shell?: Certificate;
  contacts?: Contact[];
  contact?: (Bracket & { at?: End }) | null;
  intervals?: { begin: Bracket; end: Bracket }[];
  timeline?: Timeline;
  gaps?: (Timeline | null)[];
  excess?: { a?: number; b?: number };
  duplicate?: boolean;
  inside?: "a" | "b";
  change?: "new" | "still";
}

export interface Witness {
  vertices: number[];
  weights: number[];
}

export interface Certificate {
  kind: string;
  [field: string]: unknown;
}

export interface Timeline {
  kind: "timeline";
  spans: Span[];
}

export interface Span {
  from: End;
  to: End;
  frame: "world" | "a" | "b";
  plane?: Certificate;
  cover?: Certificate;
  offset?: [number, number];
  at?: End;
}

export interface ResultFile {
  format: string;
  query: "check" | "clash" | "move";
  pairs: PairResult[];
  interval?: [number, number];
  within?: number;
  tolerance?: number;
  unit?: string;
  ending?: string;
  unlisted?: { pairs: number; status: string; beyond?: number };
  skipped?: { file: string; error: string }[];
  resolved?: { a: string; b: string; was: string }[];
}

// Offsets in bytes into the block, multiples of 8, and counts of vertices, triangles and edges.
export interface ArrayEntry {
  vertices: [number, number]; // float64 × 3, numbered as the contract numbers them
  triangles: [number, number]; // uint32 × 3
  edges: [number, number]; // uint32 × 2: those between faces, not within one
}

// One algorithm at work on one pair, over one frame or many.
export interface TraceRun {
  a: string;
  b: string;
  method: string; // as `clearance algorithms` names it
  title: string;
  page?: string; // the file under docs/algorithms that explains it
  frames: {
    time: number;
    pose_a: Pose;
    pose_b: Pose;
    outcome: string; // "separated", "touching", "penetrating", "unresolved"
    steps: TraceStep[];
  }[];
}

export interface TraceStep {
  what: string;
  direction: Vec3 | null; // searched along, from a to b
  a: Vec3; // what the step compares, in the world
  b: Vec3;
}

// What is for the page alone: nothing in it is a claim.
export interface PageExtras {
  format: "clearance-page-1";
  title: string;
  program: string; // "clearance 0.1.0"
  made_by: string; // the command line, paths left as given
  arrays: ArrayEntry[];
  boxes: [Vec3, Vec3][]; // per object, in order: its world box at the start of the interval
  candidates?: [number, number][]; // pairs of objects whose boxes overlap (broad phase)
  left_out: string[]; // names of objects shown as boxes, for want of room
  notices: string[]; // whole sentences: a missing mesh, a part that was skipped
  statistics: { label: string; value: string }[];
  sweeps: { object: string; tolerance: number; parts: string[] }[]; // "#k" each, in the world
  traces: TraceRun[];
}

export interface Page {
  scene: Scene;
  sceneText: string;
  result: ResultFile | null; // what of it can be used without looking at it again
  entries: readonly unknown[]; // of `pairs`, as they are in the file
  resultText: string;
  extras: PageExtras;
  bytes: Uint8Array;
}

export interface Geometry {
  vertices: Float64Array;
  triangles: Uint32Array;
  edges: Uint32Array;
}

export class PageError extends Error {}

// What stood in elements that are packed (data-packed), by their ids.
export type Unpacked = ReadonlyMap<string, Uint8Array>;

export async function inflated(base64: string): Promise<Uint8Array> {
  const packed = new Blob([bytesOfBase64(base64) as BlobPart]).stream();
  const whole = new Response(packed.pipeThrough(new DecompressionStream("deflate-raw")));
  return new Uint8Array(await whole.arrayBuffer());
}

export async function unpacked(among: ParentNode): Promise<Unpacked> {
  const found = new Map<string, Uint8Array>();
  for (const { id, textContent, dataset } of among.querySelectorAll<HTMLScriptElement>("script[data-packed]")) {
    const bytes = await inflated(textContent ?? "").catch(() => null);
    if (bytes?.byteLength !== Number(dataset.bytes)) throw new PageError(`${id} in this page cannot be unpacked`);
    found.set(id, bytes);
  }
  return found;
}

function textOf(id: string, among: ParentNode, packed: Unpacked): string | null {
  const bytes = packed.get(id);
  if (bytes !== undefined) return new TextDecoder().decode(bytes);
  return among.querySelector(`script[id="${id}"]`)?.textContent ?? null;
}

function parsed<T>(text: string, what: string, format: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new PageError(`the ${what} in this page is no JSON`);
  }
  if (typeof value !== "object" || value === null || (value as { format?: unknown }).format !== format)
    throw new PageError(`the ${what} in this page is not of the format ${format}`);
  return value as T;
}

export function bytesOfBase64(text: string): Uint8Array {
  const trimmed = text.trim();
  const raw = atob(trimmed);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; ++i) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

// Throws a PageError that says in one sentence what is missing or wrong.
export function readPage(among: ParentNode, packed: Unpacked = new Map()): Page {
  const sceneText = textOf("clearance-scene", among, packed);
  const extrasText = textOf("clearance-page", among, packed);
  if (sceneText === null || extrasText === null) throw new PageError("this page holds no scene");
  const resultText = textOf("clearance-result", among, packed) ?? "";
  const raw = resultText === "" ? null : parsed<Record<string, unknown>>(resultText, "result", "clearance-result-1");
  const page: Page = {
    scene: parsed<Scene>(sceneText, "scene", "clearance-scene-1"),
    sceneText,
    result: raw ? soundResult(raw) : null,
    entries: Array.isArray(raw?.pairs) ? raw.pairs : [],
    resultText,
    extras: parsed<PageExtras>(extrasText, "page's data", "clearance-page-1"),
    bytes: packed.get("clearance-arrays") ?? bytesOfBase64(textOf("clearance-arrays", among, packed) ?? ""),
  };
  if (!isListOfRecords(page.scene.objects)) throw new PageError("the scene in this page has no list of objects");
  for (const list of ["arrays", "boxes", "left_out", "notices", "statistics", "sweeps", "traces"] as const)
    if (!Array.isArray(page.extras[list])) throw new PageError(`the page's data has no list "${list}"`);
  const runs = page.extras.traces.length;
  page.extras.traces = page.extras.traces.filter(isSoundRun);
  if (page.extras.traces.length < runs)
    page.extras.notices.push(`${runs - page.extras.traces.length} of ${runs} recorded runs of methods cannot be read.`);
  page.extras.arrays.forEach((entry, k) => checkEntry(entry, page.bytes.byteLength, k));
  return page;
}

function isListOfRecords(raw: unknown): boolean {
  return Array.isArray(raw) && raw.every((entry) => typeof entry === "object" && entry !== null);
}

function checkEntry(entry: ArrayEntry | null, size: number, k: number): void {
  const inside = (range: unknown, bytesEach: number): boolean => {
    if (!Array.isArray(range)) return false;
    const [offset, count] = range as [number, number];
    const whole = Number.isInteger(offset) && Number.isInteger(count) && offset >= 0 && count >= 0;
    return whole && offset % 8 === 0 && offset + count * bytesEach <= size;
  };
  if (!inside(entry?.vertices, 24) || !inside(entry?.triangles, 12) || !inside(entry?.edges, 8))
    throw new PageError(`entry ${k} of the geometry lies outside its bytes`);
}

// Views into the page's bytes, not copies. Indices beyond the vertices are refused.
export function geometryOf(page: Page, reference: string): Geometry {
  const entry = page.extras.arrays[Number(reference.slice(1))];
  if (!reference.startsWith("#") || entry === undefined) throw new PageError(`there is no geometry ${reference}`);
  const { buffer, byteOffset } = page.bytes;
  const geometry = {
    vertices: new Float64Array(buffer, byteOffset + entry.vertices[0], 3 * entry.vertices[1]),
    triangles: new Uint32Array(buffer, byteOffset + entry.triangles[0], 3 * entry.triangles[1]),
    edges: new Uint32Array(buffer, byteOffset + entry.edges[0], 2 * entry.edges[1]),
  };
  const count = entry.vertices[1];
  for (const indices of [geometry.triangles, geometry.edges])
    for (const index of indices)
      if (index >= count) throw new PageError(`geometry ${reference} names a vertex that is not there`);
  return geometry;
}
