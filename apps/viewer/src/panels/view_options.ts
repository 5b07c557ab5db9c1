// What is drawn and how: layers, transparency, theme, section, measuring.
import type { App, Layers, Section, Theme } from "../app";
import { element } from "../element";
import type { Vec3 } from "../page_data";
import { digitsOf, pointText, readVector } from "./brackets";
import { actionButton } from "./facts";
import { kActionPaths } from "./icons";
import { unitOf } from "./reading";

const kGroups: [string, [keyof Layers, string][]][] = [
  ["Bodies", [["faces", "Faces"], ["edges", "Edges"], ["hulls", "Convex hulls"], ["parts", "A colour for each part"], ["names", "Names"],
    ["boxes", "Boxes"], ["sweeps", "Swept volumes"]]],
  ["Evidence", [["witness", "Nearest points"], ["plane", "Separating plane"], ["depth", "Direction of depth"], ["contacts", "Contact points"],
    ["conflict", "Triangles in conflict"], ["allPairs", "Of all pairs, not the chosen one alone"]]],
];

function fieldset(title: string, ...children: Node[]): HTMLElement {
  return element("fieldset", {}, element("legend", {}, title), ...children);
}

function checkbox(label: string, testid: string, change: (on: boolean) => void): { element: HTMLElement; input: HTMLInputElement } {
  const input = element("input", { type: "checkbox", "data-testid": testid });
  input.addEventListener("change", () => change(input.checked));
  return { element: element("label", { class: "check" }, input, label), input };
}

function layerSets(app: App): HTMLElement[] {
  return kGroups.map(([title, layers]) => {
    const boxes = layers.map(([layer, label]) => {
      const box = checkbox(label, `layer-${layer}`, (on) => app.patch({ layers: { ...app.state.layers, [layer]: on } }));
      app.on(["layers"], (state) => void (box.input.checked = state.layers[layer]));
      return box.element;
    });
    return fieldset(title, ...boxes);
  });
}

function opacitySlider(app: App): HTMLElement {
  const input = element("input", { type: "range", min: 0, max: 1, step: 0.05, "data-testid": "opacity", "aria-label": "Opacity of faces" });
  const said = element("output");
  input.addEventListener("input", () => app.patch({ opacity: Number(input.value) }));
  app.on(["opacity"], ({ opacity }) => {
    input.value = String(opacity);
    said.textContent = `${Math.round(100 * opacity)} %`;
  });
  return fieldset("Opacity of faces", element("div", { class: "slider-row" }, input, said));
}

function themeChoice(app: App): HTMLElement {
  const choices: [Theme, string][] = [["auto", "As the system"], ["light", "Light"], ["dark", "Dark"]];
  const labels = choices.map(([theme, label]) => {
    const input = element("input", { type: "radio", name: "theme", value: theme, "data-testid": `theme-${theme}` });
    input.addEventListener("change", () => app.patch({ theme }));
    app.on(["theme"], (state) => void (input.checked = state.theme === theme));
    return element("label", { class: "check" }, input, label);
  });
  return fieldset("Colours", element("div", { class: "check-row" }, ...labels));
}

// The range of normal · p over all boxes of the scene.
function rangeAlong(app: App, normal: Vec3): [number, number] {
  let least = Infinity, most = -Infinity;
  const boxes: unknown = app.page.extras.boxes;
  for (const box of Array.isArray(boxes) ? (boxes as unknown[]) : []) {
    const low = Array.isArray(box) ? readVector(box[0]) : null, high = Array.isArray(box) ? readVector(box[1]) : null;
    if (!low || !high) continue;
    least = Math.min(least, normal.reduce((sum, n, i) => sum + n * (n > 0 ? low[i]! : high[i]!), 0));
    most = Math.max(most, normal.reduce((sum, n, i) => sum + n * (n > 0 ? high[i]! : low[i]!), 0));
  }
  return least < most ? [least, most] : [least === most ? least - 1 : -1, least === most ? most + 1 : 1];
}

const kAxes: [string, Vec3][] = [["x", [1, 0, 0]], ["y", [0, 1, 0]], ["z", [0, 0, 1]]];
const kSteps = 1000;

// No -0 in a link.
const turned = (v: Vec3): Vec3 => v.map((x) => (x === 0 ? 0 : -x)) as Vec3;

function sectionChoice(app: App): HTMLElement {
  const where = element("input", { type: "range", min: 0, max: kSteps, step: 1, "data-testid": "section-offset", "aria-label": "Place of the section" });
  const said = element("output", { "data-testid": "section-text" });
  const unit = unitOf(app.page);
  const set = (section: Section | null) => app.patch({ section });
  const middle = (normal: Vec3): Section => {
    const [least, most] = rangeAlong(app, normal);
    return { normal, offset: least / 2 + most / 2 };
  };
  const buttons = [["off", null] as const, ...kAxes].map(([name, axis]) => {
    const label = axis ? `Across ${name}` : "None";
    const button = element("button", { type: "button", class: "button small", "data-testid": `section-${name}` }, label);
    button.addEventListener("click", () => set(axis ? middle(axis) : null));
    app.on(["section"], ({ section }) => {
      const here = axis ? section !== null && section.normal.every((x, i) => Math.abs(x) === axis[i]) : section === null;
      button.setAttribute("aria-pressed", String(here));
    });
    return button;
  });
  const sight = element("button", { type: "button", class: "button small", "data-testid": "section-sight" }, "Facing me");
  sight.addEventListener("click", () => {
    const camera = app.stage?.camera();
    if (!camera) return;
    const toward = camera.position.map((x, i) => x - camera.target[i]!) as Vec3;
    const length = Math.hypot(...toward);
    if (length > 0) set(middle(toward.map((x) => x / length) as Vec3));
  });
  const flip = element("button", { type: "button", class: "button small", "data-testid": "section-flip" }, "Other side");
  flip.addEventListener("click", () => {
    const { section } = app.state;
    if (section) set({ normal: turned(section.normal), offset: -section.offset });
  });
  where.addEventListener("input", () => {
    const { section } = app.state;
    if (!section) return;
    const [least, most] = rangeAlong(app, section.normal);
    set({ normal: section.normal, offset: least + ((most - least) * Number(where.value)) / kSteps });
  });
  const slider = element("div", { class: "slider-row" }, where, said, flip);
  app.on(["section"], ({ section }) => {
    slider.hidden = section === null;
    if (!section) return;
    const [least, most] = rangeAlong(app, section.normal);
    where.value = String(Math.round((kSteps * (section.offset - least)) / (most - least)));
    said.textContent = `${digitsOf(Number(section.offset.toPrecision(4)))}${unit && ` ${unit}`}`;
  });
  return fieldset("Section", element("div", { class: "actions-row" }, ...buttons, sight), slider);
}

function measuring(app: App): HTMLElement {
  const button = element("button", { type: "button", class: "button small", "data-testid": "measure" }, "Measure between two points");
  const clear = element("button", { type: "button", class: "button small", "data-testid": "measure-clear" }, "Clear");
  const said = element("p", { class: "fine", role: "status", "data-testid": "measure-text" });
  const unit = unitOf(app.page);
  button.addEventListener("click", () => app.patch({ measuring: !app.state.measuring }));
  clear.addEventListener("click", () => app.patch({ measure: null, measuring: false }));
  app.on(["measuring", "measure"], ({ measuring: on, measure }) => {
    button.setAttribute("aria-pressed", String(on));
    clear.hidden = measure === null;
    if (measure?.to) {
      const length = Math.hypot(...measure.to.map((x, i) => x - measure.from[i]!));
      said.textContent = `About ${digitsOf(Number(length.toPrecision(6)))}${unit && ` ${unit}`}, from ${pointText(measure.from)} to ${pointText(measure.to)}. ` +
        "A measured length is of the picture: it is not proved.";
    } else said.textContent = measure ? "Now the second point." : on ? "Choose the first point on a body." : "";
  });
  return fieldset("Measure", element("div", { class: "actions-row" }, button, clear), said);
}

export function mountViewOptions(app: App): HTMLElement {
  const all = element("div", { class: "actions-row" },
    actionButton("Show everything", kActionPaths.only, "fit-all", () => app.stage?.fitAll()),
    ...kAxes.map(([name, axis]) => {
      const button = element("button", { type: "button", class: "button small", "data-testid": `look-${name}` }, `Along ${name}`);
      button.addEventListener("click", () => app.stage?.lookAlong(turned(axis)));
      return button;
    }));
  const only = checkbox("Bodies of other pairs are faint", "only-pair", (on) => app.patch({ onlyPair: on }));
  app.on(["onlyPair"], ({ onlyPair }) => void (only.input.checked = onlyPair));
  return element("section", { class: "scrolling view-options", "aria-label": "View options" }, fieldset("Camera", all, only.element), ...layerSets(app),
    opacitySlider(app), sectionChoice(app), measuring(app), themeChoice(app));
}
