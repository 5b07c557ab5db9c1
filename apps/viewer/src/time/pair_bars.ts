// A bar for each pair: when it is in contact, when apart, and what of it is told only within a bracket.
import type { App } from "../app";
import { element } from "../element";
import { counted } from "../panels/names";
import { namesElement } from "../panels/pair_table";
import { readRows } from "../panels/reading";
import { orderRows } from "../panels/rows";
import { VirtualList, type ListRow } from "../panels/virtual_list";
import { courseOf, courseText, eventsOf, phaseAt, phaseWord, type Course, type PhaseKind } from "./course";
import type { TimeScale } from "./scale";

const kRowHeight = 28;
const kWide = 2000; // units across a bar
const kMostSpans = 400;
const kSnap = 6; // pixels within which a click means the beginning or the end of a contact

const svgSpace = "http://www.w3.org/2000/svg";

// One path for each kind of phase: a bar is four elements, whatever its pair has been through.
function pathsOf(course: Course, scale: TimeScale): Record<PhaseKind | "instants" | "spans", string> {
  const paths = { apart: "", contact: "", edge: "", unknown: "", instants: "", spans: "" };
  const at = (time: number) => (scale.share(time) * kWide).toFixed(2);
  for (const { kind, from, to } of course.phases) {
    const x = at(from),
      width = (scale.share(to) - scale.share(from)) * kWide;
    if (kind === "contact") paths.instants += `M${x} 4V16M${at(to)} 4V16`;
    if (kind === "apart" || kind === "unknown") paths[kind] += `M${x} 10h${width.toFixed(2)}`;
    else paths[kind] += `M${x} 4h${width.toFixed(2)}v12h${(-width).toFixed(2)}z`;
  }
  let last = -1;
  for (const span of [...course.spans].sort((x, y) => x - y)) {
    const x = Math.round(scale.share(span) * kMostSpans) / kMostSpans;
    if (x !== last) paths.spans += `M${(x * kWide).toFixed(1)} 13v4`;
    last = x;
  }
  return paths;
}

class BarLine implements ListRow {
  readonly element = element("div", { role: "row", class: "bar-row", "data-testid": "bar-row" });
  private readonly names = element("span", { role: "gridcell", class: "bar-names" });
  private readonly track = element("span", { role: "gridcell", class: "bar-track" });
  private readonly now = element("span", { role: "gridcell", class: "bar-now" });
  private readonly paths = new Map<string, SVGPathElement>();
  private course: Course | null = null;

  constructor(private readonly bars: PairBars) {
    const svg = document.createElementNS(svgSpace, "svg");
    svg.setAttribute("viewBox", `0 0 ${kWide} 20`);
    svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("aria-hidden", "true");
    for (const kind of ["spans", "apart", "unknown", "edge", "contact", "instants"]) {
      const path = document.createElementNS(svgSpace, "path");
      path.setAttribute("class", `bar-${kind}`);
      this.paths.set(kind, path);
      svg.append(path);
    }
    this.track.append(svg);
    this.element.append(this.names, this.track, this.now);
  }

  fill(index: number): void {
    const { row, course } = this.bars.at(index);
    this.course = course;
    this.element.setAttribute("aria-selected", String(this.bars.app.state.pair === row.index));
    this.element.dataset.pair = String(row.index);
    this.names.replaceChildren(namesElement(row.a, row.b));
    this.track.title = courseText(course, [this.bars.scale.begin, this.bars.scale.end]);
    this.track.setAttribute("aria-label", this.track.title);
    for (const [kind, d] of Object.entries(pathsOf(course, this.bars.scale)))
      this.paths.get(kind)!.setAttribute("d", d);
    this.tick();
  }

  tick(): void {
    if (!this.course) return;
    const { kind } = phaseAt(this.course, this.bars.app.state.time);
    if (this.now.dataset.phase === kind) return;
    this.now.dataset.phase = kind;
    this.now.textContent = kind === "edge" ? "in a bracket" : phaseWord(kind);
  }
}

export class PairBars {
  readonly element: HTMLElement;
  private readonly rows;
  private readonly order: Uint32Array;
  private shown: Uint32Array;
  private readonly courses = new Map<number, Course>();
  private readonly list: VirtualList;

  constructor(
    readonly app: App,
    readonly scale: TimeScale,
  ) {
    this.rows = readRows(app.page);
    this.order = orderRows(this.rows, "severity", []);
    const meeting = this.order.filter((i) => this.rows[i]!.status !== "clear");
    this.shown = meeting.length > 0 ? meeting : this.order;
    this.list = new VirtualList({
      rowHeight: kRowHeight,
      firstRowIndex: 1,
      make: () => new BarLine(this),
      choose: (index, event) => this.choose(index, event),
      key: (index, event) => this.step(index, event.key),
    });
    const choices = element("select", { "aria-label": "Pairs with a bar", "data-testid": "bars-which" });
    const told = meeting.every((i) => this.rows[i]!.kind === "time");
    const sets: [string, Uint32Array][] = [
      [told ? "in contact" : "in contact or not told", meeting],
      ["all", this.order],
    ];
    for (const [name, set] of sets)
      if (set.length > 0 && (set !== this.order || meeting.length < this.order.length || meeting.length === 0))
        choices.append(
          element(
            "option",
            { value: set === meeting ? "meeting" : name },
            `${counted(set.length, "pair")}${name === "all" ? "" : ` ${name}`}`,
          ),
        );
    if (meeting.length === this.order.length && this.order.length > 0) choices.hidden = true;
    const onlyChosen = element("option", { value: "chosen" }, "the chosen pair");
    choices.append(onlyChosen);
    const grid = element(
      "div",
      { role: "grid", class: "bar-grid", "aria-label": "Times of contact", "data-testid": "bars" },
      this.list.scroller,
    );
    const fold = element(
      "details",
      { class: "bars", open: !matchMedia("(max-width: 760px)").matches },
      element("summary", {}, "Pairs over time"),
      choices,
      grid,
    );
    this.element = fold;
    const update = (): void => {
      const { pair } = app.state;
      this.shown =
        choices.value === "chosen"
          ? Uint32Array.from(pair === null ? [] : [pair])
          : choices.value === "all" || meeting.length === 0
            ? this.order
            : meeting;
      grid.style.height = `${Math.min(5, Math.max(1, this.shown.length)) * kRowHeight}px`;
      grid.setAttribute("aria-rowcount", String(this.shown.length));
      this.list.setCount(this.shown.length);
    };
    choices.addEventListener("change", update);
    update();
    app.on(["pair"], ({ pair }) => {
      if (choices.value === "chosen") update();
      const index = pair === null ? -1 : this.shown.indexOf(pair);
      if (index >= 0) this.list.reveal(index);
      this.list.refill();
    });
    app.on(["time"], () => {
      for (const row of this.list.rowsInSight()) (row as BarLine).tick();
    });
  }

  courseOf(pair: number): Course {
    let course = this.courses.get(pair);
    if (!course)
      this.courses.set(pair, (course = courseOf(this.app.page.entries[pair], [this.scale.begin, this.scale.end])));
    return course;
  }

  at(index: number) {
    const pair = this.shown[index]!;
    return { row: this.rows[pair]!, course: this.courseOf(pair) };
  }

  private choose(index: number, event: Event): void {
    const pair = this.shown[index]!;
    const course = this.courseOf(pair);
    const track = event.target instanceof Element ? event.target.closest(".bar-track") : null;
    const events = eventsOf(course);
    let time = events[0] ?? this.app.state.time;
    if (event instanceof MouseEvent && track) {
      const { left, width } = track.querySelector("svg")!.getBoundingClientRect();
      const share = (event.clientX - left) / width;
      time = this.scale.timeAt(share);
      const near = events.filter((one) => Math.abs(this.scale.share(one) - share) * width <= kSnap);
      if (near.length > 0) time = near.reduce((x, y) => (Math.abs(x - time) <= Math.abs(y - time) ? x : y));
    }
    this.app.patch({ pair, object: null, triangle: null, time, playing: false });
    this.app.stage?.flyToPair(pair);
  }

  private step(index: number, key: string): boolean {
    if (key !== "ArrowLeft" && key !== "ArrowRight") return false;
    const pair = this.shown[index]!;
    const time = neighbour(eventsOf(this.courseOf(pair)), this.app.state.time, key === "ArrowRight");
    if (time !== null) this.app.patch({ pair, object: null, triangle: null, time, playing: false });
    return true;
  }
}

export function neighbour(events: readonly number[], time: number, later: boolean): number | null {
  const sorted = [...events].sort((x, y) => x - y);
  return (later ? sorted.find((event) => event > time) : sorted.reverse().find((event) => event < time)) ?? null;
}
