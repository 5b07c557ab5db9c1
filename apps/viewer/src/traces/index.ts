// An algorithm's steps below the stage: empty, and so not there, where the page has no traces.
import type { App } from "../app";
import { element, icon } from "../element";
import { digitsOf, pointText } from "../brackets";
import { actionIcon, iconButton } from "../panels/facts";
import { counted } from "../panels/names";
import { unitOf } from "../panels/reading";
import { VirtualList, type ListRow } from "../panels/virtual_list";
import { moves } from "../time/motion";
import {
  coherence,
  columnPaths,
  distanceOf,
  gapAlong,
  outcomeWords,
  placeText,
  readRuns,
  stepWords,
  walked,
  type Outcome,
  type Place,
  type Run,
  type Step,
} from "./trace_model";

const kRowHeight = 26;
const kMostSteps = 5; // in sight at once
const kChartWidth = 1000;
const kChartHeight = 40;
const svgSpace = "http://www.w3.org/2000/svg";

const kOutcomeTones: Record<Outcome, string> = {
  separated: "separated",
  touching: "touching",
  penetrating: "penetrating",
  unresolved: "undecided",
  unreadable: "fails",
};
const kOutcomeGlyphs: Record<Outcome, string> = {
  separated: "M4 10.5l4 4 8-9",
  touching: "M4 10.5l4 4 8-9",
  penetrating: "M4 10.5l4 4 8-9",
  unresolved: "M7 7.6a3 3 0 1 1 4.3 2.7c-.9.5-1.3 1-1.3 2.2M10 15.6v.1",
  unreadable: "M10 3l7.5 13.5h-15zM10 8v4M10 14.2v.1",
};

function fewDigits(x: number): string {
  return digitsOf(Number(x.toPrecision(4)));
}

function measuredText(step: Step, unit: string): string {
  const distance = distanceOf(step),
    along = gapAlong(step);
  const parts: string[] = [];
  if (distance !== null) parts.push(`distance ${fewDigits(distance)}${unit && ` ${unit}`}`);
  if (along !== null) parts.push(`along the direction ${fewDigits(along)}`);
  return parts.join(", ");
}

class StepLine implements ListRow {
  readonly element = element("div", { role: "row", class: "step-row", "data-testid": "step-row" });
  private readonly number = element("span", { role: "gridcell", class: "step-number" });
  private readonly what = element("span", { role: "gridcell", class: "step-what" });
  private readonly measured = element("span", { role: "gridcell", class: "step-measured" });

  constructor(
    private readonly stepAt: (index: number) => Step | undefined,
    private readonly chosen: () => number,
    private readonly unit: string,
  ) {
    this.element.append(this.number, this.what, this.measured);
  }

  fill(index: number): void {
    const step = this.stepAt(index);
    this.element.setAttribute("aria-selected", String(this.chosen() === index));
    this.number.textContent = String(index + 1);
    this.what.textContent = step?.what ?? "?";
    this.measured.textContent = step ? measuredText(step, this.unit) : "";
  }
}

function slider(label: string, testid: string, change: (value: number) => void): HTMLInputElement {
  const made = element("input", { type: "range", min: 0, step: 1, "aria-label": label, "data-testid": testid });
  made.addEventListener("input", () => change(Number(made.value)));
  return made;
}

// A pair, and the methods that were recorded on it.
function pairsOfRuns(runs: readonly Run[]): { a: string; b: string; runs: number[] }[] {
  const pairs = new Map<string, { a: string; b: string; runs: number[] }>();
  runs.forEach(({ a, b }, k) => {
    const key = JSON.stringify([a, b]);
    const known = pairs.get(key);
    if (known) known.runs.push(k);
    else pairs.set(key, { a, b, runs: [k] });
  });
  return [...pairs.values()];
}

// The steps of each frame as columns: where what was found in one frame serves the next, they fall to one or two.
function frameChart(choose: (frame: number) => void): { element: HTMLElement; draw(run: Run, frame: number): void } {
  const svg = document.createElementNS(svgSpace, "svg");
  svg.setAttribute("viewBox", `0 0 ${kChartWidth} ${kChartHeight}`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("role", "img");
  const mark = element("div", { class: "chart-mark" });
  const made = element("div", { class: "frame-chart", "data-testid": "frame-chart" }, mark);
  made.prepend(svg);
  let drawn: Run | null = null;
  svg.addEventListener("click", (event) => {
    const { left, width } = svg.getBoundingClientRect();
    const frames = drawn?.frames.length ?? 0;
    if (frames > 0) choose(Math.min(frames - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * frames))));
  });
  return {
    element: made,
    draw(run, frame) {
      mark.style.left = `${(100 * (frame + 0.5)) / run.frames.length}%`;
      if (drawn === run) return;
      drawn = run;
      const saved = coherence(run);
      svg.setAttribute(
        "aria-label",
        `Steps in each of ${run.frames.length} frames` +
          (saved ? `: ${saved.first} in the first, at most ${saved.later} in half of the later ones` : ""),
      );
      svg.replaceChildren(
        ...[...columnPaths(run, kChartWidth, kChartHeight)].map(([outcome, d]) => {
          const path = document.createElementNS(svgSpace, "path");
          path.setAttribute("class", `column tone-${kOutcomeTones[outcome]}`);
          path.setAttribute("d", d);
          return path;
        }),
      );
    },
  };
}

export function mountTraces(app: App, host: HTMLElement): void {
  host.replaceChildren();
  const runs = readRuns(app.page.extras.traces);
  if (runs.length === 0) return;
  const unit = unitOf(app.page);
  const pairs = pairsOfRuns(runs);
  const frameOf = (place: Place | null) => (place ? runs[place.run]?.frames[place.frame] : undefined);
  const moving = moves(app.page.scene);
  // Where bodies move, a frame is an instant of the same clock.
  const go = (place: Place | null) => {
    const time = moving ? frameOf(place)?.time : null;
    app.patch({ trace: place, ...(time === null || time === undefined ? {} : { time, playing: false }) });
  };
  const here = (): Place => app.state.trace ?? { run: 0, frame: 0, step: 0 };
  let timer = 0;
  const stop = (): void => {
    clearInterval(timer);
    timer = 0;
    playing();
  };

  // ---- Which run
  const pairChoice = element("select", { "aria-label": "Pair", "data-testid": "trace-pair" });
  pairs.forEach(({ a, b }, k) =>
    pairChoice.append(element("option", { value: String(k) }, `\u2068${a}\u2069 ↔ \u2068${b}\u2069`)),
  );
  const methodChoice = element("select", { "aria-label": "Method", "data-testid": "trace-method" });
  const fillMethods = (pair: number): void =>
    methodChoice.replaceChildren(
      ...pairs[pair]!.runs.map((k) => {
        const { method, title } = runs[k]!;
        return element(
          "option",
          { value: String(k) },
          title === "" || title === method ? method : `${method}: ${title}`,
        );
      }),
    );
  pairChoice.addEventListener("change", () => {
    fillMethods(Number(pairChoice.value));
    go({ run: Number(methodChoice.value), frame: 0, step: 0 });
  });
  methodChoice.addEventListener("change", () => go({ run: Number(methodChoice.value), frame: 0, step: 0 }));
  const close = element("button", { type: "button", class: "button small", "data-testid": "trace-toggle" });
  close.addEventListener("click", () => {
    stop();
    go(app.state.trace ? null : { run: Number(methodChoice.value), frame: 0, step: 0 });
  });

  // ---- Which frame and step
  const stepSlider = slider("Step", "trace-step", (step) => go({ ...here(), step }));
  const frameSlider = slider("Frame", "trace-frame", (frame) => go({ ...here(), frame, step: 0 }));
  const chart = frameChart((frame) => go({ ...here(), frame, step: 0 }));
  const back = iconButton("Step back", "back", "trace-back", () => go(walked(runs, here(), false) ?? here()));
  const next = iconButton("Next step", "next", "trace-next", () => go(walked(runs, here(), true) ?? here()));
  const play = iconButton("Play the steps", "play", "trace-play", () => {
    if (timer !== 0) return stop();
    if (!walked(runs, here(), true)) go({ run: here().run, frame: 0, step: 0 });
    // Many frames go by faster: one looks at how many steps they take, not at each.
    const frames = runs[here().run]?.frames.length ?? 0;
    timer = window.setInterval(
      () => {
        const after = app.state.trace ? walked(runs, app.state.trace, true) : null;
        if (after) go(after);
        else stop();
      },
      frames > 20 ? 120 : 600,
    );
    playing();
  });
  const playing = (): void => {
    play.replaceChildren(actionIcon(timer === 0 ? "play" : "pause"));
    play.setAttribute("aria-pressed", String(timer !== 0));
  };

  const list = new VirtualList({
    rowHeight: kRowHeight,
    firstRowIndex: 1,
    make: () =>
      new StepLine(
        (index) => frameOf(app.state.trace)?.steps[index],
        () => app.state.trace?.step ?? -1,
        unit,
      ),
    choose: (step) => go({ ...here(), step }),
  });
  const grid = element(
    "div",
    { role: "grid", class: "step-grid", "aria-label": "Steps", "data-testid": "steps" },
    list.scroller,
  );
  const place = element("p", { class: "trace-place", "data-testid": "trace-place" });
  const outcome = element("p", { class: "trace-outcome", "data-testid": "trace-outcome" });
  const detail = element("p", { class: "fine", role: "status", "data-testid": "trace-detail" });
  const saved = element("p", { class: "fine", "data-testid": "coherence" });
  const source = element("p", { class: "fine", "data-testid": "trace-source" });
  const frames = element("div", { class: "trace-frames" }, chart.element, frameSlider, saved);
  const body = element(
    "div",
    { class: "trace-body" },
    element(
      "div",
      { class: "trace-left" },
      frames,
      element("div", { class: "slider-row" }, back, play, next, stepSlider),
      place,
      outcome,
      detail,
      source,
    ),
    grid,
  );
  host.append(
    element("div", { class: "trace-head" }, element("b", {}, "Steps of a method"), pairChoice, methodChoice, close),
    body,
  );

  let before: Place | null = null;
  app.on(["trace"], ({ trace }) => {
    body.hidden = trace === null;
    close.textContent = trace === null ? "Show the steps" : "Close";
    if (trace === null) {
      before = null;
      if (timer !== 0) stop();
      return;
    }
    const run = runs[trace.run];
    const frame = frameOf(trace);
    if (!run || !frame) {
      place.textContent = run && run.frames.length === 0 ? "This run has no frames." : "There is no such step.";
      for (const part of [outcome, detail]) part.textContent = "";
      list.setCount(0);
      return;
    }
    const pair = pairs.findIndex(({ runs: own }) => own.includes(trace.run));
    if (before?.run !== trace.run) {
      pairChoice.value = String(pair);
      fillMethods(pair);
      methodChoice.value = String(trace.run);
      source.textContent = run.page === "" ? "" : `More about it: ${run.page}`;
    }
    frames.hidden = run.frames.length < 2;
    if (run.frames.length > 1) chart.draw(run, trace.frame);
    const gain = coherence(run);
    saved.textContent = gain
      ? `${counted(gain.first, "step")} in the first frame, at most ${gain.later} in half of the later ones`
      : "";
    frameSlider.max = String(run.frames.length - 1);
    frameSlider.value = String(trace.frame);
    frameSlider.setAttribute(
      "aria-valuetext",
      `frame ${trace.frame + 1} of ${run.frames.length}, ${frame.steps.length} steps`,
    );
    stepSlider.max = String(Math.max(0, frame.steps.length - 1));
    stepSlider.disabled = frame.steps.length < 2;
    stepSlider.value = String(trace.step);
    stepSlider.setAttribute("aria-valuetext", placeText(run, trace.frame, trace.step));
    const at = moving && frame.time !== null ? `, at the time ${fewDigits(frame.time)}` : "";
    place.textContent = placeText(run, trace.frame, trace.step) + at;
    outcome.className = `trace-outcome tone tone-${kOutcomeTones[frame.outcome]}`;
    outcome.replaceChildren(
      icon(kOutcomeGlyphs[frame.outcome]),
      `${run.frames.length > 1 ? "This frame" : "Ends"}: ${outcomeWords(frame.outcome)}`,
    );
    const step = frame.steps[trace.step];
    const said = step
      ? [
          stepWords(step.what) || step.what,
          step.direction ? `direction ${pointText(step.direction)}` : "",
          step.a ? `a at ${pointText(step.a)}` : "",
          step.b ? `b at ${pointText(step.b)}` : "",
        ]
      : [];
    detail.textContent = said.filter((text) => text !== "").join("; ");
    grid.style.height = `${Math.min(kMostSteps, Math.max(1, frame.steps.length)) * kRowHeight + 1}px`;
    grid.setAttribute("aria-rowcount", String(frame.steps.length));
    if (before?.run !== trace.run || before.frame !== trace.frame) list.setCount(frame.steps.length);
    else list.refill();
    list.reveal(trace.step);
    before = trace;
  });
  fillMethods(0);
  // A page without pairs is about the method: it begins with its steps.
  if (app.state.trace === null && !app.page.result && runs[0]!.frames.length > 0) go({ run: 0, frame: 0, step: 0 });
}
