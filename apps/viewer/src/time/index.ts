// Time below the stage: empty, and so not there, for a scene at rest.
import type { App } from "../app";
import { element } from "../element";
import { digitsOf, shortText } from "../brackets";
import { actionIcon, iconButton } from "../panels/facts";
import { namesElement } from "../panels/pair_table";
import { isMotion, readRows } from "../panels/reading";
import { courseText, eventsOf, phaseAt, phaseWord } from "./course";
import { intervalOf, motionsOf, moves } from "./motion";
import { neighbour, PairBars } from "./pair_bars";
import { played, TimeScale } from "./scale";

const kSliderSteps = 10_000;
const kSpeeds = [0.1, 0.25, 0.5, 1, 2, 4];

function timeText(time: number): string {
  return digitsOf(Number(time.toPrecision(7)));
}

// Plays by the clock of the screen, however many pictures that makes.
function followPlaying(app: App, scale: TimeScale, loops: () => boolean): void {
  let last: number | null = null;
  const frame = (now: number): void => {
    if (!app.state.playing) {
      last = null;
      return;
    }
    // After a pause of the page (another tab, a debugger) it goes on from where it was.
    const seconds = last === null ? 0 : Math.min(0.25, (now - last) / 1000);
    last = now;
    app.patch(played(scale, app.state.time, seconds, app.state.rate, loops()));
    requestAnimationFrame(frame);
  };
  app.on(["playing"], ({ playing }, before) => {
    if (!playing || before.playing) return;
    if (app.state.time >= scale.end) app.patch({ time: scale.begin });
    requestAnimationFrame(frame);
  });
}

function speedChoice(app: App, scale: TimeScale): HTMLSelectElement {
  const base = scale.naturalRate();
  const choice = element("select", { "aria-label": "Speed", title: "Speed", "data-testid": "speed" });
  const three = (x: number) => digitsOf(Number(x.toPrecision(3)));
  const label = (rate: number) => `${three(rate / base)} ×${base === 1 ? "" : ` (${three(rate)} a second)`}`;
  for (const factor of kSpeeds)
    choice.append(element("option", { value: String(factor * base) }, label(factor * base)));
  choice.addEventListener("change", () => app.patch({ rate: Number(choice.value) }));
  app.patch({ rate: base });
  app.on(["rate"], ({ rate }) => {
    if (![...choice.options].some(({ value }) => value === String(rate)))
      choice.append(element("option", { value: String(rate) }, label(rate)));
    choice.value = String(rate);
  });
  return choice;
}

function sliderWithTicks(app: App, scale: TimeScale, firsts: readonly number[], describe: () => string): HTMLElement {
  const slider = element("input", {
    type: "range",
    min: 0,
    max: kSliderSteps,
    step: 1,
    class: "time-slider",
    "aria-label": "Time",
    "data-testid": "time-slider",
  });
  slider.addEventListener("input", () =>
    app.patch({ time: scale.timeAt(Number(slider.value) / kSliderSteps), playing: false }),
  );
  slider.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    app.patch({ playing: !app.state.playing });
    event.preventDefault();
    event.stopPropagation();
  });
  const ticks = element("div", { class: "ticks", "aria-hidden": "true" });
  const place = (time: number, ...what: (Node | string)[]) => {
    const tick = element("span", { class: "tick" }, ...what);
    tick.style.left = `${100 * scale.share(time)}%`;
    return tick;
  };
  for (const time of scale.ticks(8)) ticks.append(place(time, element("span", {}, digitsOf(time))));
  const marks = element("div", { class: "first-contacts", "aria-hidden": "true" });
  const first = firsts[0];
  if (first !== undefined) {
    const mark = place(first);
    mark.className = "first-contact";
    mark.title = `First contact at ${timeText(first)}`;
    mark.dataset.testid = "first-contact-mark";
    marks.append(mark);
  }
  app.on(["time", "pair"], ({ time }) => {
    slider.value = String(Math.round(scale.share(time) * kSliderSteps));
    slider.setAttribute("aria-valuetext", `${timeText(time)}${describe()}`);
  });
  return element("div", { class: "time-track" }, marks, slider, ticks);
}

export function mountTime(app: App, host: HTMLElement): void {
  // Where bodies stand is asked of the app, so that something recorded can take the place of the scene's motions.
  app.poseAt = motionsOf(app.page.scene);
  host.replaceChildren();
  const interval = intervalOf(app.page.scene);
  if (app.state.time !== interval?.[0]) app.patch({ time: interval?.[0] ?? 0 });
  if (!interval || !moves(app.page.scene)) return;
  const scale = new TimeScale(...interval);
  const moving = isMotion(app.page.result);
  const bars = moving ? new PairBars(app, scale) : null;
  const firsts = moving
    ? readRows(app.page)
        .flatMap(({ kind, size, status }) =>
          kind === "time" && size && status !== "unreadable" ? [(size.upper ?? size.lower).high] : [],
        )
        .sort((x, y) => x - y)
    : [];

  let loop = false;
  const play = iconButton("Play", "play", "play", () => app.patch({ playing: !app.state.playing }));
  const looping = iconButton("Repeat", "loop", "loop", () => {
    loop = !loop;
    looping.setAttribute("aria-pressed", String(loop));
  });
  looping.setAttribute("aria-pressed", "false");
  const jump = (later: boolean) => {
    const { pair, time } = app.state;
    const own = pair !== null && bars ? eventsOf(bars.courseOf(pair)) : [];
    const found = neighbour(own.length > 0 ? own : firsts, time, later);
    app.patch({ time: found ?? (later ? scale.end : scale.begin), playing: false });
  };
  const toFirst = element(
    "button",
    { type: "button", class: "button small", "data-testid": "to-first-contact" },
    "First contact",
  );
  toFirst.addEventListener("click", () => app.patch({ time: firsts[0]!, playing: false }));
  toFirst.hidden = firsts.length === 0;
  const field = element("input", {
    type: "number",
    step: "any",
    min: scale.begin,
    max: scale.end,
    class: "time-field",
    "aria-label": "Time, exactly",
    "data-testid": "time-field",
  });
  field.addEventListener("change", () => {
    const time = Number(field.value);
    if (field.value !== "" && Number.isFinite(time))
      app.patch({ time: Math.min(scale.end, Math.max(scale.begin, time)), playing: false });
  });
  const speed = speedChoice(app, scale);

  const course = element("p", { class: "course", "data-testid": "course" });
  const describe = (): string => {
    const { pair, time } = app.state;
    return pair !== null && bars ? `, ${phaseWord(phaseAt(bars.courseOf(pair), time).kind)}` : "";
  };
  const words = (): void => {
    const { pair } = app.state;
    const row = pair === null ? undefined : readRows(app.page)[pair];
    if (!moving)
      course.textContent = app.page.result
        ? `The answers of this page are about the start, at ${timeText(scale.begin)}.`
        : "";
    else if (pair === null || !row || !bars)
      course.textContent =
        firsts.length === 0
          ? "No pair is shown to come into contact."
          : `First contact at ${shortText(firsts[0]!, firsts[0]!)}; choose a pair to follow it.`;
    else
      course.replaceChildren(
        namesElement(row.a, row.b),
        now,
        element("span", {}, courseText(bars.courseOf(pair), interval)),
      );
  };
  const now = element("b", { "data-testid": "now" });
  app.on(["pair"], words);
  app.on(["pair", "time"], () => {
    const text = describe().replace(/^, /, "now ");
    if (now.textContent !== text) now.textContent = text;
  });
  app.on(["time"], ({ time }) => {
    if (document.activeElement !== field) field.value = String(time);
  });
  app.on(["playing"], ({ playing }) => {
    play.replaceChildren(actionIcon(playing ? "pause" : "play"));
    play.setAttribute("aria-label", playing ? "Pause" : "Play");
    play.title = playing ? "Pause" : "Play";
    play.setAttribute("aria-pressed", String(playing));
  });
  followPlaying(app, scale, () => loop);

  const head = element(
    "div",
    { class: "transport", role: "group", "aria-label": "Playing" },
    iconButton("To the event before", "first", "event-before", () => jump(false)),
    play,
    iconButton("To the next event", "last", "event-next", () => jump(true)),
    looping,
    speed,
    toFirst,
    field,
  );
  const line = element("div", { class: "time-line" }, sliderWithTicks(app, scale, firsts, describe));
  host.append(head, course, line);
  if (bars && readRows(app.page).length > 0) host.append(bars.element);
  app.on(["time"], ({ time }) => host.style.setProperty("--now", String(scale.share(time))));
}
