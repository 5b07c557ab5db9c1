// The stage's own controls: buttons, what is shown and how, the section's slider and handle, axes, the list of keys.
import type { App, Layers } from "../app";
import { element, icon } from "../element";
import type { Commands } from "./commands";
import type { Stage } from "./stage";
import { dot, type Vec3 } from "./vectors";

const icons = {
  fit: "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4M7 10h6M10 7v6",
  pair: "M3 10h4M13 10h4M7.5 10a2.5 2.5 0 1 0 5 0 2.5 2.5 0 0 0-5 0M10 2v3M10 15v3",
  display: "M10 3 3 6.8l7 3.8 7-3.8zM3 10.4l7 3.8 7-3.8M3 13.8l7 3.8 7-3.8",
  section: "M4 14 4 6 10 3 16 6 16 14 10 17zM2 12.5 18 7.5",
  measure: "M2.5 13.5 13.5 2.5 17.5 6.5 6.5 17.5zM6 10l1.8 1.8M8.6 7.4l2.5 2.5M11.2 4.8l1.8 1.8",
  picture: "M3 5.5h3l1.5-2h5l1.5 2h3v11H3zM10 8a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  help: "M7.2 7.4a2.8 2.8 0 1 1 4 2.6c-.8.4-1.2.9-1.2 1.9M10 15.2v.1",
};

const layerNames: readonly (readonly [keyof Layers, string, string])[] = [
  ["faces", "Faces", "Bodies"],
  ["edges", "Edges", "Bodies"],
  ["names", "Names", "Bodies"],
  ["parts", "A colour for each part", "Bodies"],
  ["hulls", "Convex hulls", "Bodies"],
  ["boxes", "Boxes of the broad phase", "Bodies"],
  ["sweeps", "Swept volumes", "Bodies"],
  ["witness", "Nearest points", "The chosen pair"],
  ["plane", "Separating plane", "The chosen pair"],
  ["depth", "Depth", "The chosen pair"],
  ["contacts", "Contacts", "The chosen pair"],
  ["conflict", "Triangles in conflict", "The chosen pair"],
  ["allPairs", "The same of all pairs", "The chosen pair"],
];

function tool(name: keyof typeof icons, label: string, key: string, run: () => void): HTMLButtonElement {
  const attributes = {
    class: "button tool",
    type: "button",
    "aria-label": label,
    title: `${label} (${key})`,
    "data-testid": `tool-${name}`,
  };
  const button = element("button", attributes, icon(icons[name]));
  button.addEventListener("click", run);
  return button;
}

function checkbox(
  label: string,
  testid: string,
  change: (on: boolean) => void,
): { row: HTMLLabelElement; box: HTMLInputElement } {
  const box = element("input", { type: "checkbox", "data-testid": testid });
  box.addEventListener("change", () => change(box.checked));
  return { row: element("label", { class: "check" }, box, label), box };
}

function displayPanel(app: App): HTMLElement {
  const panel = element("div", {
    class: "popover display",
    role: "group",
    "aria-label": "What is shown",
    "data-testid": "display",
    hidden: true,
  });
  const boxes = new Map<keyof Layers, HTMLInputElement>();
  let title = "";
  for (const [layer, label, group] of layerNames) {
    if (layer === "sweeps" && app.page.extras.sweeps.length === 0) continue;
    if (group !== title) panel.append(element("h2", {}, (title = group)));
    const { row, box } = checkbox(label, `layer-${layer}`, (on) =>
      app.patch({ layers: { ...app.state.layers, [layer]: on } }),
    );
    boxes.set(layer, box);
    panel.append(row);
  }
  const only = checkbox("Other bodies faint", "only-pair", (on) => app.patch({ onlyPair: on }));
  panel.append(only.row);
  const opacity = element("input", {
    type: "range",
    min: 0.05,
    max: 1,
    step: 0.05,
    "aria-label": "Opacity of faces",
    "data-testid": "opacity",
  });
  opacity.addEventListener("input", () => app.patch({ opacity: Number(opacity.value) }));
  panel.append(element("label", { class: "slider" }, "Opacity", opacity));
  app.on(["layers", "onlyPair", "opacity"], ({ layers, onlyPair, opacity: value }) => {
    for (const [layer, box] of boxes) box.checked = layers[layer];
    only.box.checked = onlyPair;
    opacity.value = String(value);
  });
  return panel;
}

function sectionPanel(app: App, commands: Commands): HTMLElement {
  const panel = element("div", {
    class: "popover section",
    role: "group",
    "aria-label": "Section",
    "data-testid": "section",
    hidden: true,
  });
  const axes: [string, Vec3][] = [
    ["X", [1, 0, 0]],
    ["Y", [0, 1, 0]],
    ["Z", [0, 0, 1]],
  ];
  const buttons = axes.map(([name, normal]) => {
    const button = element(
      "button",
      {
        class: "button",
        type: "button",
        "aria-label": `Cut across ${name}`,
        "data-testid": `section-${name.toLowerCase()}`,
      },
      name,
    );
    button.addEventListener("click", () => commands.cutThrough(normal, 0.5));
    return button;
  });
  const flip = element("button", { class: "button", type: "button", "data-testid": "section-flip" }, "Turn round");
  flip.addEventListener("click", () => commands.flipSection());
  const close = element("button", { class: "button", type: "button", "data-testid": "section-close" }, "End");
  close.addEventListener("click", () => app.patch({ section: null }));
  const slider = element("input", {
    type: "range",
    min: 0,
    max: 1,
    step: 0.001,
    "aria-label": "Where the section is",
    "data-testid": "section-slider",
  });
  slider.addEventListener("input", () => {
    const { section } = app.state;
    if (section) commands.cutThrough(section.normal, Number(slider.value));
  });
  panel.append(element("div", { class: "row" }, ...buttons, flip, close), slider);
  app.on(["section"], ({ section }) => {
    panel.hidden = section === null;
    if (!section) return;
    slider.value = String(commands.sectionPart());
    axes.forEach(([, normal], k) =>
      buttons[k]!.setAttribute("aria-pressed", String(Math.abs(dot(normal, section.normal)) > 0.999)),
    );
  });
  return panel;
}

// On the plane itself: pulls it along its normal.
function sectionHandle(app: App, stage: Stage, commands: Commands): { node: HTMLElement; place: () => void } {
  const node = element(
    "button",
    {
      class: "section-handle",
      type: "button",
      "aria-label": "Drag the section",
      "data-testid": "section-handle",
      hidden: true,
    },
    icon("M10 2v16M6 6l4-4 4 4M6 14l4 4 4-4"),
  );
  const xy = new Float64Array(2);
  const way = (): { x: number; y: number; world: number } | null => {
    const { section } = app.state;
    const at = stage.sectionCenter;
    if (!section || !at) return null;
    const step = 0.1 * stage.cast.ball.radius;
    const n = section.normal;
    if (!stage.project(at, xy)) return null;
    const [x, y] = [xy[0]!, xy[1]!];
    if (!stage.project([at[0] + step * n[0], at[1] + step * n[1], at[2] + step * n[2]], xy)) return null;
    return { x: xy[0]! - x, y: xy[1]! - y, world: step };
  };
  let last: { x: number; y: number } | null = null;
  node.addEventListener("pointerdown", (event) => {
    node.setPointerCapture(event.pointerId);
    last = { x: event.clientX, y: event.clientY };
  });
  node.addEventListener("pointermove", (event) => {
    const along = way();
    const { section } = app.state;
    if (!last || !along || !section) return;
    const size = along.x * along.x + along.y * along.y;
    if (size < 1) return;
    const moved = ((event.clientX - last.x) * along.x + (event.clientY - last.y) * along.y) / size;
    last = { x: event.clientX, y: event.clientY };
    app.patch({ section: { ...section, offset: section.offset + moved * along.world } });
  });
  node.addEventListener("pointerup", () => (last = null));
  node.addEventListener("keydown", (event) => {
    const step = { ArrowUp: 0.01, ArrowRight: 0.01, ArrowDown: -0.01, ArrowLeft: -0.01 }[event.key];
    const { section } = app.state;
    if (step === undefined || !section) return;
    event.preventDefault();
    commands.cutThrough(section.normal, commands.sectionPart() + step);
  });
  const place = (): void => {
    const shown = app.state.section !== null && stage.sectionCenter !== null && stage.project(stage.sectionCenter, xy);
    node.hidden = !shown;
    if (!shown) return;
    const at = `translate(${Math.round(xy[0]! - 16)}px, ${Math.round(xy[1]! - 16)}px)`;
    const along = way();
    node.style.transform = along
      ? `${at} rotate(${Math.round((Math.atan2(along.y, along.x) * 180) / Math.PI + 90)}deg)`
      : at;
  };
  return { node, place };
}

function helpDialog(commands: Commands): HTMLDialogElement {
  const rows = commands.all
    .filter(({ says }) => says !== "")
    .map(({ keys, shown, says }) => {
      const names = (shown ?? keys[0]!.replace("Shift+", "Shift "))
        .split(" ")
        .map((key) => (key === "+" && shown !== "+ −" ? key : element("kbd", {}, key)));
      return element("tr", {}, element("td", {}, ...names.flatMap((name) => [name, " "])), element("td", {}, says));
    });
  const mouse = [
    ["Drag", "Turn"],
    ["Right drag, Shift + drag", "Move"],
    ["Wheel", "Nearer to what is under the pointer"],
    ["Click", "Choose a body"],
    ["Double click", "Go to a body"],
    ["One finger, two fingers", "Turn; move and come nearer"],
  ].map(([how, what]) => element("tr", {}, element("td", {}, how!), element("td", {}, what!)));
  const half = Math.ceil((rows.length + mouse.length) / 2);
  const close = element("button", { class: "button", type: "button", "data-testid": "help-close" }, "Close");
  const dialog = element(
    "dialog",
    { class: "help", "aria-label": "Keys and gestures", "data-testid": "help" },
    element("h2", {}, "Keys and gestures"),
    element(
      "div",
      { class: "columns" },
      element("table", {}, ...rows.slice(0, half)),
      element("table", {}, ...rows.slice(half), ...mouse),
    ),
    close,
  );
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  return dialog;
}

const svgSpace = "http://www.w3.org/2000/svg";

// Where x, y and z point; a click on one looks along it.
function axesGizmo(stage: Stage): { node: HTMLElement; place: () => void } {
  const svg = document.createElementNS(svgSpace, "svg");
  svg.setAttribute("viewBox", "-40 -40 80 80");
  const all = (["x", "y", "z"] as const).map((name, k) => {
    const line = document.createElementNS(svgSpace, "line");
    const letter = document.createElementNS(svgSpace, "text");
    letter.textContent = name;
    letter.setAttribute("class", `axis-${name}`);
    line.setAttribute("class", `axis-${name}`);
    svg.append(line, letter);
    letter.addEventListener("click", () => stage.flights.along([0, 1, 2].map((i) => (i === k ? -1 : 0)) as Vec3));
    return { line, letter, k };
  });
  const node = element("div", { class: "gizmo", "aria-hidden": "true", "data-testid": "axes" });
  node.append(svg);
  const place = (): void => {
    const { right, up, back } = stage.eye.axes();
    for (const { line, letter, k } of all) {
      const [x, y] = [25 * right[k]!, -25 * up[k]!];
      line.setAttribute("x2", x.toFixed(1));
      line.setAttribute("y2", y.toFixed(1));
      letter.setAttribute("x", (1.32 * x).toFixed(1));
      letter.setAttribute("y", (1.32 * y + 4).toFixed(1));
      line.style.opacity = letter.style.opacity = back[k]! < -0.2 ? "0.45" : "1";
    }
  };
  return { node, place };
}

function savePicture(app: App, stage: Stage): void {
  const link = element("a", { href: stage.picture(2 * stage.canvas.clientWidth, 2 * stage.canvas.clientHeight) });
  link.download = `${app.page.extras.title.replace(/[^\p{L}\p{N}._-]+/gu, "_") || "scene"}.png`;
  link.click();
}

// Until somebody has read them.
function problemList(app: App): HTMLElement {
  const list = element("ul");
  const dismiss = element(
    "button",
    { class: "button", type: "button", "aria-label": "Dismiss", title: "Dismiss", "data-testid": "problems-dismiss" },
    icon("M5 5l10 10M15 5 5 15"),
  );
  const node = element("div", { class: "problems", role: "status", "data-testid": "problems" }, list, dismiss);
  let read = 0;
  const show = (): void => {
    const unread = app.state.problems.slice(read);
    node.hidden = unread.length === 0;
    const shown = unread.slice(0, 3).map((text) => element("li", {}, text));
    const more = unread.length - shown.length;
    list.replaceChildren(...shown, ...(more > 0 ? [element("li", {}, `and ${more} more`)] : []));
  };
  dismiss.addEventListener("click", () => {
    read = app.state.problems.length;
    show();
  });
  app.on(["problems"], show);
  return node;
}

export function mountToolbar(app: App, stage: Stage, commands: Commands, host: HTMLElement): void {
  const display = displayPanel(app);
  const help = helpDialog(commands);
  const showHelp = (): void => {
    if (!help.open) help.showModal();
  };
  const section = tool("section", "Section", "c", () => commands.toggleSection());
  const measure = tool("measure", "Measure", "m", () => commands.toggleMeasuring());
  const pair = tool("pair", "Go to the chosen pair", "p", () => commands.goToChoice());
  const open = tool("display", "What is shown", "", () => setDisplay(display.hidden));
  open.title = "What is shown";
  const setDisplay = (shown: boolean): void => {
    display.hidden = !shown;
    open.setAttribute("aria-expanded", String(shown));
  };
  setDisplay(false);
  commands.onHelp(showHelp);
  commands.onEscape(() => {
    const shown = !display.hidden;
    if (shown) {
      setDisplay(false);
      open.focus();
    }
    return shown;
  });
  const bar = element(
    "div",
    { class: "toolbar", role: "toolbar", "aria-label": "View", "data-testid": "toolbar" },
    tool("fit", "Show everything", "f", () => stage.fitAll()),
    pair,
    open,
    section,
    measure,
    tool("picture", "Save a picture", "PNG", () => savePicture(app, stage)),
    tool("help", "Keys and gestures", "?", showHelp),
  );
  const hint = element("p", { class: "hint", role: "status", "data-testid": "hint", hidden: true });
  app.on(["section"], (state) => section.setAttribute("aria-pressed", String(state.section !== null)));
  app.on(["measuring", "measure"], (state) => {
    measure.setAttribute("aria-pressed", String(state.measuring));
    hint.hidden = !state.measuring;
    hint.textContent =
      state.measure && !state.measure.to ? "Click the second point." : "Click the first point to measure from.";
  });
  app.on(["pair", "object"], (state) => (pair.disabled = state.pair === null && state.object === null));
  const problems = problemList(app);
  const handle = sectionHandle(app, stage, commands);
  const gizmo = axesGizmo(stage);
  host.append(
    stage.labels.host,
    handle.node,
    gizmo.node,
    bar,
    element("div", { class: "popovers" }, display, sectionPanel(app, commands)),
    hint,
    problems,
    help,
  );
  stage.onRender = () => {
    handle.place();
    gizmo.place();
  };
}
