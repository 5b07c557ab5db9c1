// Everything that can be done on the stage, once: buttons, keys and the list of keys are made of it.
import type { App, Layers } from "../app";
import { nextTheme } from "../theme";
import type { Stage } from "./stage";
import { dot, unit, type Vec3 } from "./vectors";

export interface Command {
  keys: string[]; // as KeyboardEvent.key
  says: string;
  shown?: string; // the keys as they are listed, where not as above
  run(): void;
}

const uprights: readonly Vec3[] = [
  [0, 0, 1],
  [0, 1, 0],
  [1, 0, 0],
];
const turnBy = Math.PI / 24;

export class Commands {
  readonly all: readonly Command[];
  private help: () => void = () => undefined;
  private escape: () => boolean = () => false;

  constructor(
    private readonly app: App,
    private readonly stage: Stage,
  ) {
    const eye = (change: () => void) => (): void => {
      stage.flights.stop();
      change();
      stage.moving();
      stage.invalidate();
    };
    const look = (direction: Vec3) => (): void => stage.flights.along(direction);
    const moves = app.page.scene.interval !== undefined;
    const all: Command[] = [
      { keys: ["ArrowLeft"], shown: "← → ↑ ↓", says: "Turn the view", run: eye(() => stage.eye.orbit(-turnBy, 0)) },
      { keys: ["ArrowRight"], says: "", run: eye(() => stage.eye.orbit(turnBy, 0)) },
      { keys: ["ArrowUp"], says: "", run: eye(() => stage.eye.orbit(0, turnBy)) },
      { keys: ["ArrowDown"], says: "", run: eye(() => stage.eye.orbit(0, -turnBy)) },
      {
        keys: ["Shift+ArrowLeft"],
        shown: "Shift + arrow",
        says: "Move the view",
        run: eye(() => stage.eye.pan(-0.05, 0)),
      },
      { keys: ["Shift+ArrowRight"], says: "", run: eye(() => stage.eye.pan(0.05, 0)) },
      { keys: ["Shift+ArrowUp"], says: "", run: eye(() => stage.eye.pan(0, 0.05)) },
      { keys: ["Shift+ArrowDown"], says: "", run: eye(() => stage.eye.pan(0, -0.05)) },
      { keys: ["+", "="], shown: "+ −", says: "Nearer, farther", run: eye(() => stage.eye.zoom(0.85, null)) },
      { keys: ["-", "_"], says: "", run: eye(() => stage.eye.zoom(1 / 0.85, null)) },
      { keys: ["f"], says: "Show everything", run: () => stage.fitAll() },
      { keys: ["p"], says: "Go to the chosen pair, or body", run: () => this.goToChoice() },
      { keys: ["]"], shown: "[ ]", says: "Previous or next pair", run: () => this.nextPair(1) },
      { keys: ["["], says: "", run: () => this.nextPair(-1) },
      { keys: ["x"], shown: "x y z", says: "Look along an axis; with Shift against it", run: look([-1, 0, 0]) },
      { keys: ["y"], says: "", run: look([0, 1, 0]) },
      { keys: ["z"], says: "", run: look([0, 0, -1]) },
      { keys: ["Shift+X"], says: "", run: look([1, 0, 0]) },
      { keys: ["Shift+Y"], says: "", run: look([0, -1, 0]) },
      { keys: ["Shift+Z"], says: "", run: look([0, 0, 1]) },
      { keys: ["i"], says: "Look from a corner", run: look([-0.54, 0.66, -0.52]) },
      { keys: ["u"], says: "Which axis is upright", run: () => this.nextUpright() },
      { keys: ["c"], says: "Cut with a section plane", run: () => this.toggleSection() },
      { keys: ["Shift+C"], says: "Turn the cut round", run: () => this.flipSection() },
      { keys: ["m"], says: "Measure between two points", run: () => this.toggleMeasuring() },
      { keys: ["e"], says: "Edges", run: () => this.toggle("edges") },
      { keys: ["n"], says: "Names", run: () => this.toggle("names") },
      { keys: ["t"], says: "See through faces", run: () => app.patch({ opacity: app.state.opacity < 1 ? 1 : 0.35 }) },
      {
        keys: ["o"],
        says: "Only the chosen pair, the others faint",
        run: () => app.patch({ onlyPair: !app.state.onlyPair }),
      },
      { keys: ["h"], says: "Hide the chosen body", run: () => this.hideChosen() },
      { keys: ["Shift+H"], says: "Show all bodies", run: () => app.patch({ hidden: new Set() }) },
      { keys: [" "], shown: "Space", says: "Play, pause", run: () => app.patch({ playing: !app.state.playing }) },
      {
        keys: ["d"],
        says: "Light, dark, or as the system",
        run: () => app.patch({ theme: nextTheme(app.state.theme) }),
      },
      { keys: ["Escape"], shown: "Esc", says: "End measuring, the cut, the choice", run: () => this.leave() },
      { keys: ["?"], says: "This list", run: () => this.help() },
    ];
    this.all = all.filter(({ keys }) => moves || keys[0] !== " ");
  }

  onHelp(help: () => void): void {
    this.help = help;
  }

  // Asked first; true where there was something to close.
  onEscape(escape: () => boolean): void {
    this.escape = escape;
  }

  toggle(layer: keyof Layers): void {
    const { layers } = this.app.state;
    this.app.patch({ layers: { ...layers, [layer]: !layers[layer] } });
  }

  goToChoice(): void {
    const { pair, object } = this.app.state;
    if (pair !== null) this.stage.flights.toPair(pair);
    else if (object !== null) this.stage.flights.toObject(object);
  }

  private nextPair(step: number): void {
    const count = this.app.page.result?.pairs.length ?? 0;
    if (count === 0) return;
    const { pair } = this.app.state;
    const next = pair === null ? (step > 0 ? 0 : count - 1) : (pair + step + count) % count;
    this.app.patch({ pair: next });
    this.stage.flights.toPair(next);
  }

  nextUpright(): void {
    const now = this.stage.eye.upright;
    const at = uprights.findIndex((axis) => dot(axis, now) > 0.999);
    this.stage.flights.setUpright([...uprights[(at + 1) % uprights.length]!]);
  }

  toggleSection(): void {
    const { app, stage } = this;
    if (app.state.section) {
      app.patch({ section: null });
      return;
    }
    // Across the axis along which one looks most, through the middle; the half before the eye goes.
    const { back } = stage.eye.axes();
    const largest = Math.max(...back.map(Math.abs));
    const axis = back.map((x) => (Math.abs(x) === largest ? Math.sign(x) : 0)) as Vec3;
    this.cutThrough(axis, 0.5);
  }

  // Normal along an axis, at a part of the way through the bodies.
  cutThrough(normal: Vec3, part: number): void {
    const n = unit(normal);
    if (!n) return;
    const { center, radius } = this.stage.cast.ball;
    this.app.patch({ section: { normal: n, offset: dot(n, center) + (2 * part - 1) * radius } });
  }

  sectionPart(): number {
    const { section } = this.app.state;
    const { center, radius } = this.stage.cast.ball;
    return section ? ((section.offset - dot(section.normal, center)) / radius + 1) / 2 : 0.5;
  }

  flipSection(): void {
    const { section } = this.app.state;
    if (section)
      this.app.patch({ section: { normal: section.normal.map((x) => -x) as Vec3, offset: -section.offset } });
  }

  toggleMeasuring(): void {
    const { measuring } = this.app.state;
    this.app.patch(measuring ? { measuring: false, measure: null } : { measuring: true, measure: null });
  }

  private hideChosen(): void {
    const { object, hidden } = this.app.state;
    if (object !== null)
      this.app.patch({ hidden: new Set([...hidden, object]), object: null, part: null, triangle: null });
  }

  private leave(): void {
    const { state } = this.app;
    if (this.escape()) return;
    if (state.measuring || state.measure) this.app.patch({ measuring: false, measure: null });
    else if (state.section) this.app.patch({ section: null });
    else this.app.patch({ object: null, part: null, triangle: null, pair: null });
  }
}

// Keys work wherever the focus is, but in what takes text or uses the same keys by itself.
export function followKeys(commands: Commands, canvas: HTMLElement): void {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    const target = event.target as HTMLElement | null;
    const inText = target?.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]");
    if (inText && event.key !== "Escape") return;
    const arrow = event.key.startsWith("Arrow");
    if ((arrow || event.key === " ") && target !== canvas && target !== document.body) return;
    const name = event.shiftKey && (arrow || /^[A-Z]$/.test(event.key)) ? `Shift+${event.key}` : event.key;
    const command = commands.all.find(({ keys }) => keys.includes(name));
    if (!command) return;
    event.preventDefault();
    command.run();
  });
}
