// Question: which view does a link mean?
// Method:   key=value after "#", each value read by itself; what is not exactly as this module writes it is left out,
//           so that a link from anywhere can at worst show nothing of what it asked for.
import type { Camera, Layers, Section, Theme, ViewState } from "../app";
import { readVector } from "../brackets";

// How much there is of what a link may name.
export interface Extent {
  pairs: number;
  objects: number;
  interval: readonly [number, number] | null;
  frames: readonly (readonly number[])[]; // of each run of the traces, the steps of each frame
}

const kLongest = 20_000;
const kFarthest = 1e15;

const kLayers: readonly (keyof Layers)[] = [
  "faces",
  "edges",
  "hulls",
  "parts",
  "names",
  "boxes",
  "witness",
  "plane",
  "depth",
  "contacts",
  "conflict",
  "sweeps",
  "allPairs",
];

export function encodeView(state: ViewState, camera: Camera | null): string {
  const fields: string[] = [];
  const put = (key: string, value: string): void => void fields.push(`${key}=${value}`);
  if (camera) put("camera", [...camera.position, ...camera.target, ...camera.up].join(","));
  if (state.pair !== null) put("pair", String(state.pair));
  if (state.object !== null) put("object", String(state.object));
  if (state.triangle !== null) put("triangle", String(state.triangle));
  if (state.hidden.size > 0) put("hidden", rangesText([...state.hidden]));
  if (state.onlyPair) put("only", "1");
  if (state.opacity !== 1) put("opacity", String(state.opacity));
  put("layers", kLayers.filter((layer) => state.layers[layer]).join(","));
  if (state.section) put("section", [...state.section.normal, state.section.offset].join(","));
  if (state.measure?.to) put("measure", [...state.measure.from, ...state.measure.to].join(","));
  put("time", String(state.time));
  put("rate", String(state.rate));
  if (state.trace) put("trace", [state.trace.run, state.trace.frame, state.trace.step].join(","));
  if (state.theme !== "auto") put("theme", state.theme);
  if (state.filter.search !== "") put("search", encodeURIComponent(wellFormed(state.filter.search)));
  if (state.filter.statuses.size > 0) put("filter", [...state.filter.statuses].map(encodeURIComponent).join(","));
  if (state.filter.order !== "severity") put("order", state.filter.order);
  return `#${fields.join("&")}`;
}

// encodeURIComponent() throws at half of a pair of surrogates.
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

// "1,4-9": what is hidden of a thousand bodies fits into a link.
function rangesText(numbers: number[]): string {
  numbers.sort((x, y) => x - y);
  const ranges: string[] = [];
  for (let i = 0; i < numbers.length;) {
    let last = i;
    while (last + 1 < numbers.length && numbers[last + 1] === numbers[last]! + 1) ++last;
    ranges.push(last === i ? `${numbers[i]}` : `${numbers[i]}-${numbers[last]}`);
    i = last + 1;
  }
  return ranges.join(",");
}

function readRanges(text: string, count: number): Set<number> | null {
  const found = new Set<number>();
  for (const range of text.split(",")) {
    const ends = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(range);
    if (!ends) return null;
    const first = Number(ends[1]),
      last = Math.min(Number(ends[2] ?? ends[1]), count - 1);
    for (let i = first; i <= last; ++i) found.add(i);
  }
  return found;
}

function readNumbers(text: string, count: number): number[] | null {
  const parts = text.split(",");
  if (parts.length !== count || parts.some((part) => !/^-?\d+(\.\d+)?(e[+-]?\d{1,3})?$/.test(part))) return null;
  const numbers = parts.map(Number);
  return numbers.every((x) => Number.isFinite(x) && Math.abs(x) <= kFarthest) ? numbers : null;
}

function readIndex(text: string, count: number): number | null {
  return /^\d{1,9}$/.test(text) && Number(text) < count ? Number(text) : null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function cross(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!);
}

function readCamera(text: string): Camera | null {
  const n = readNumbers(text, 9);
  if (!n) return null;
  const position = readVector(n.slice(0, 3))!,
    target = readVector(n.slice(3, 6))!,
    up = readVector(n.slice(6))!;
  const sight = position.map((x, i) => x - target[i]!);
  const lengths = Math.hypot(...sight) * Math.hypot(...up);
  return lengths > 0 && cross(sight, up) > 1e-6 * lengths ? { position, target, up } : null;
}

function readSection(text: string): Section | null {
  const n = readNumbers(text, 4);
  return n && Math.hypot(n[0]!, n[1]!, n[2]!) > 1e-12 ? { normal: [n[0]!, n[1]!, n[2]!], offset: n[3]! } : null;
}

// What a link asks for, as far as this page has it. A number of a body, a pair or a step that is not there is left out.
export function decodeView(
  hash: string,
  before: ViewState,
  extent: Extent,
): { change: Partial<ViewState>; camera: Camera | null } {
  const change: Partial<ViewState> = {};
  let camera: Camera | null = null;
  let filter = before.filter;
  if (!hash.startsWith("#") || hash.length > kLongest) return { change, camera };
  for (const field of hash.slice(1).split("&")) {
    const at = field.indexOf("=");
    if (at < 0) continue;
    const key = field.slice(0, at),
      text = field.slice(at + 1);
    if (key === "camera") camera = readCamera(text) ?? camera;
    else if (key === "pair") change.pair = readIndex(text, extent.pairs) ?? before.pair;
    else if (key === "object") change.object = readIndex(text, extent.objects) ?? before.object;
    else if (key === "triangle") change.triangle = readIndex(text, 1e9) ?? before.triangle;
    else if (key === "hidden") change.hidden = readRanges(text, extent.objects) ?? before.hidden;
    else if (key === "only") change.onlyPair = text === "1";
    else if (key === "opacity") change.opacity = within(text, 0, 1) ?? before.opacity;
    else if (key === "layers") change.layers = readLayers(text, before.layers);
    else if (key === "section") change.section = readSection(text) ?? before.section;
    else if (key === "measure") change.measure = readMeasure(text) ?? before.measure;
    else if (key === "time")
      change.time = extent.interval ? (within(text, ...extent.interval) ?? before.time) : before.time;
    else if (key === "rate") change.rate = within(text, 1e-12, 1e12) ?? before.rate;
    else if (key === "trace") change.trace = readTrace(text, extent) ?? before.trace;
    else if (key === "theme" && ["auto", "light", "dark"].includes(text)) change.theme = text as Theme;
    else if (key === "search") filter = { ...filter, search: decoded(text)?.slice(0, 1000) ?? filter.search };
    else if (key === "filter") filter = { ...filter, statuses: readFilter(text) ?? filter.statuses };
    else if (key === "order" && /^-?[a-z]{1,12}$/.test(text)) filter = { ...filter, order: text };
  }
  if (filter !== before.filter) change.filter = filter;
  // A triangle is one of a chosen body.
  if (change.triangle != null && (change.object ?? null) === null) delete change.triangle;
  return { change, camera };
}

function within(text: string, least: number, most: number): number | null {
  const n = readNumbers(text, 1)?.[0];
  return n !== undefined && n >= least && n <= most ? n : null;
}

function readLayers(text: string, before: Layers): Layers {
  const named = text === "" ? [] : text.split(",");
  if (!named.every((name) => (kLayers as readonly string[]).includes(name))) return before;
  return Object.fromEntries(kLayers.map((layer) => [layer, named.includes(layer)])) as unknown as Layers;
}

function readMeasure(text: string): ViewState["measure"] {
  const n = readNumbers(text, 6);
  return n ? { from: [n[0]!, n[1]!, n[2]!], to: [n[3]!, n[4]!, n[5]!] } : null;
}

function readTrace(text: string, extent: Extent): ViewState["trace"] {
  const parts = text.split(",");
  const run = readIndex(parts[0] ?? "", extent.frames.length);
  if (parts.length !== 3 || run === null) return null;
  const frames = extent.frames[run]!;
  const frame = readIndex(parts[1]!, frames.length);
  const step = frame === null ? null : readIndex(parts[2]!, Math.max(1, frames[frame]!));
  return frame !== null && step !== null ? { run, frame, step } : null;
}

function readFilter(text: string): ReadonlySet<string> | null {
  const keys = text.split(",").map(decoded);
  return keys.length <= 64 &&
    keys.every((key) => key !== null && /^(status|verdict|mark|change):[a-z]{1,20}$/.test(key))
    ? new Set(keys as string[])
    : null;
}
