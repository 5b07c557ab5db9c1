// The state of the view, and who is told when it changes. The stage and the panels know this module and the page's
// data, never each other: a click on a body and a click in the table come to the same patch.
import type { Page, Pose, Vec3 } from "./page_data";

// What the checker in the page made of a pair's claims. "pending" until it has spoken.
export type Standing = "pending" | "verified" | "fails" | "unproved";

export interface PairStanding {
  standing: Standing;
  reason: string; // "" when verified
}

export type Theme = "auto" | "light" | "dark";

// Half of space that is cut away: points p with normal · p > offset.
export interface Section {
  normal: Vec3;
  offset: number;
}

export interface Camera {
  position: Vec3;
  target: Vec3;
  up: Vec3;
}

export interface Layers {
  faces: boolean;
  edges: boolean;
  hulls: boolean; // convex hulls of bodies that are not convex
  parts: boolean; // each part of a body in a colour of its own
  names: boolean;
  boxes: boolean; // broad-phase boxes
  witness: boolean;
  plane: boolean;
  depth: boolean;
  contacts: boolean;
  conflict: boolean; // triangles in conflict
  sweeps: boolean;
  allPairs: boolean; // witness, plane … of every listed pair, not of the chosen one alone
}

export interface ViewState {
  pair: number | null; // chosen row of result.pairs
  object: number | null; // chosen body of scene.objects
  triangle: number | null; // of the chosen body, its own number
  part: number | null;
  hidden: ReadonlySet<number>; // bodies
  onlyPair: boolean; // all bodies but those of the chosen pair are faint
  opacity: number; // of faces, 0 to 1
  layers: Layers;
  section: Section | null;
  measure: { from: Vec3; to: Vec3 | null } | null; // in the world; `to` is null until it is picked
  measuring: boolean; // clicks pick points to measure
  time: number;
  playing: boolean;
  rate: number; // seconds of the scene's interval a second of watching
  trace: { run: number; frame: number; step: number } | null;
  theme: Theme;
  filter: { search: string; statuses: ReadonlySet<string>; order: string };
  standings: readonly PairStanding[]; // one per row of result.pairs
  checking: "none" | "running" | "done" | "unavailable";
  problems: readonly string[]; // of single bodies, whole sentences: the rest of the scene is shown all the same
}

// What panels may ask of the stage; filled in by it.
export interface StageActions {
  flyToPair(pair: number): void;
  flyToObject(object: number): void;
  fitAll(): void;
  lookAlong(direction: Vec3): void;
  camera(): Camera;
  setCamera(camera: Camera): void;
  picture(width: number, height: number): string; // a PNG as data: URL
}

export type Listener = (state: ViewState, before: ViewState) => void;

export class App {
  readonly page: Page;
  stage: StageActions | null = null;
  // Where an object's shape stands at a time, its offset in the moving frame included; time/ fills it in. Without it
  // bodies stay at their first pose.
  poseAt: (object: number, time: number) => Pose;
  private current: ViewState;
  private readonly listeners: { keys: readonly (keyof ViewState)[]; tell: Listener }[] = [];

  constructor(page: Page) {
    this.page = page;
    this.poseAt = (object) => page.scene.objects[object]?.pose ?? { t: [0, 0, 0] };
    this.current = firstState(page);
  }

  get state(): ViewState {
    return this.current;
  }

  // Tells those who listen to a key whose value is another one now. Listeners may patch again.
  patch(change: Partial<ViewState>): void {
    const before = this.current;
    const changed = (Object.keys(change) as (keyof ViewState)[]).filter((key) => change[key] !== before[key]);
    if (changed.length === 0) return;
    this.current = { ...before, ...change };
    for (const { keys, tell } of [...this.listeners])
      if (keys.some((key) => changed.includes(key))) tell(this.current, before);
  }

  // `tell` is called at once, too.
  on(keys: readonly (keyof ViewState)[], tell: Listener): void {
    this.listeners.push({ keys, tell });
    tell(this.current, this.current);
  }
}

function firstState(page: Page): ViewState {
  return {
    pair: null,
    object: null,
    triangle: null,
    part: null,
    hidden: new Set(),
    onlyPair: false,
    opacity: 1,
    layers: {
      faces: true,
      edges: true,
      hulls: false,
      parts: false,
      names: false,
      boxes: false,
      witness: true,
      plane: true,
      depth: true,
      contacts: true,
      conflict: true,
      sweeps: true,
      allPairs: false,
    },
    section: null,
    measure: null,
    measuring: false,
    time: page.scene.interval?.[0] ?? 0,
    playing: false,
    rate: 1,
    trace: null,
    theme: "auto",
    filter: { search: "", statuses: new Set(), order: "severity" },
    standings: (page.result?.pairs ?? []).map(() => ({ standing: "pending", reason: "" })),
    checking: "none",
    problems: [],
  };
}
