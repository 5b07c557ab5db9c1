// Question: what is in the recorded runs of algorithms, as far as it can be read?
// Method:   runs, frames and steps are looked at once; steps of which a point is missing stay, without what is missing,
//           so that step k of n is the method's own count.
import type { Vec3 } from "../page_data";
import { isFiniteNumber, isRecord, readVector } from "../brackets";

export interface Step {
  what: string;
  direction: Vec3 | null;
  a: Vec3 | null;
  b: Vec3 | null;
}

export type Outcome = "separated" | "touching" | "penetrating" | "unresolved" | "unreadable";

export interface Frame {
  time: number | null;
  outcome: Outcome;
  steps: Step[];
}

export interface Run {
  a: string;
  b: string;
  method: string;
  title: string;
  page: string; // of the documentation; "" where none is said
  frames: Frame[];
}

const kOutcomes: readonly string[] = ["separated", "touching", "penetrating", "unresolved"];

function textOf(raw: unknown, otherwise: string): string {
  return typeof raw === "string" && raw !== "" ? raw : otherwise;
}

function readStep(raw: unknown): Step {
  const fields = isRecord(raw) ? raw : {};
  return {
    what: textOf(fields.what, "a step without a name"),
    direction: readVector(fields.direction),
    a: readVector(fields.a),
    b: readVector(fields.b),
  };
}

function readFrame(raw: unknown): Frame {
  const fields = isRecord(raw) ? raw : {};
  return {
    time: isFiniteNumber(fields.time) ? fields.time : null,
    outcome: kOutcomes.includes(fields.outcome as string) ? (fields.outcome as Outcome) : "unreadable",
    steps: Array.isArray(fields.steps) ? fields.steps.map(readStep) : [],
  };
}

// Entry k is run k of the page's traces: the stage counts alike.
export function readRuns(raw: unknown): Run[] {
  if (!Array.isArray(raw)) return [];
  return raw.map((run: unknown) => {
    const fields = isRecord(run) ? run : {};
    return {
      a: textOf(fields.a, "?"),
      b: textOf(fields.b, "?"),
      method: textOf(fields.method, "a method without a name"),
      title: textOf(fields.title, ""),
      page: textOf(fields.page, ""),
      frames: Array.isArray(fields.frames) ? fields.frames.map(readFrame) : [],
    };
  });
}

const kOutcomeWords: Record<Outcome, string> = {
  separated: "proved separated",
  touching: "proved to touch",
  penetrating: "proved to penetrate",
  unresolved: "unresolved: the method proved nothing here",
  unreadable: "without an outcome that can be read",
};

export function outcomeWords(outcome: Outcome): string {
  return kOutcomeWords[outcome];
}

// "Frame 3 of 40, step 2 of 5".
export function placeText(run: Run, frame: number, step: number): string {
  const steps = run.frames[frame]?.steps.length ?? 0;
  const within = steps === 0 ? "no steps" : `step ${step + 1} of ${steps}`;
  return run.frames.length > 1 ? `Frame ${frame + 1} of ${run.frames.length}, ${within}` : within;
}

function length(v: Vec3): number {
  return Math.hypot(v[0], v[1], v[2]);
}

export function distanceOf(step: Step): number | null {
  return step.a && step.b ? length([step.b[0] - step.a[0], step.b[1] - step.a[1], step.b[2] - step.a[2]]) : null;
}

// The farthest along `direction` less the nearest: above 0 the direction separates, if the points are supports.
export function gapAlong(step: Step): number | null {
  if (!step.direction || !step.a || !step.b) return null;
  const size = length(step.direction);
  if (!(size > 0)) return null;
  return step.direction.reduce((sum, x, i) => sum + x * (step.b![i]! - step.a![i]!), 0) / size;
}

// What coherence saves: steps of the first frame, and the median of later ones.
export function coherence(run: Run): { first: number; later: number } | null {
  if (run.frames.length < 2) return null;
  const counts = run.frames.map(({ steps }) => steps.length);
  const later = counts.slice(1).sort((x, y) => x - y);
  return { first: counts[0]!, later: later[later.length >> 1]! };
}

const kFeatures: Record<string, string> = { vertex: "a vertex", edge: "an edge", face: "a face" };

const kStepWords: Record<string, string> = {
  support: "the vertices farthest toward one another along the direction",
  level: "a level of the hierarchy, from coarse to fine",
  basis: "the constraints that hold the plane",
  "face of a": "the normal of a face of a is tried",
  "face of b": "the normal of a face of b is tried",
  edges: "the cross product of two edges is tried",
  reoccurrence: "vertices that came up before come up again",
  optimum: "the best there is",
  step: "nearest points so far",
};

// What is compared: the words of the methods, spelled out. "" where there is nothing to add.
export function stepWords(what: string): string {
  const [of_a, of_b, more] = what.split("-");
  const a = kFeatures[of_a ?? ""],
    b = kFeatures[of_b ?? ""];
  if (a && b && more === undefined) return `${a} of a and ${b} of b are compared`;
  return Object.hasOwn(kStepWords, what) ? kStepWords[what]! : "";
}

export interface Place {
  run: number;
  frame: number;
  step: number;
}

// The step after this one or the one before, over the ends of frames; null at the end of the run.
export function walked(runs: readonly Run[], { run, frame, step }: Place, forward: boolean): Place | null {
  const frames = runs[run]?.frames ?? [];
  const last = (k: number) => Math.max(0, (frames[k]?.steps.length ?? 0) - 1);
  if (forward) {
    if (step < last(frame)) return { run, frame, step: step + 1 };
    return frame + 1 < frames.length ? { run, frame: frame + 1, step: 0 } : null;
  }
  if (step > 0) return { run, frame, step: step - 1 };
  return frame > 0 ? { run, frame: frame - 1, step: last(frame - 1) } : null;
}

// One path for each kind of outcome: a column a frame, as high as it has steps. Columns of a run of thousands overlap
// rather than vanish.
export function columnPaths(run: Run, width: number, height: number): Map<Outcome, string> {
  const most = Math.max(1, ...run.frames.map(({ steps }) => steps.length));
  const each = width / Math.max(1, run.frames.length);
  const gap = each > 4 ? 1 : 0;
  const paths = new Map<Outcome, string>();
  run.frames.forEach(({ outcome, steps }, k) => {
    const high = Math.max(1, (steps.length / most) * height);
    const wide = Math.max(0.7, each - gap).toFixed(2);
    const column = `M${(k * each).toFixed(2)} ${height}v${(-high).toFixed(2)}h${wide}V${height}z`;
    paths.set(outcome, (paths.get(outcome) ?? "") + column);
  });
  return paths;
}
