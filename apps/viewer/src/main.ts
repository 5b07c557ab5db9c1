// Reads the page's data and puts the parts of the view together.
import { App } from "./app";
import { startChecker } from "./checker";
import { element, icon } from "./element";
import { PageError, readPage, unpacked } from "./page_data";
import { mountPanels } from "./panels";
import { mountStage } from "./stage";
import { followTheme, nextTheme } from "./theme";
import { mountTime } from "./time";
import { mountTraces } from "./traces";

const themeIcons = {
  auto: "M10 3a7 7 0 1 0 0 14zM10 3a7 7 0 0 1 0 14",
  light:
    "M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM10 1.5v2M10 16.5v2M1.5 10h2M16.5 10h2" +
    "M4 4l1.4 1.4M14.6 14.6 16 16M4 16l1.4-1.4M14.6 5.4 16 4",
  dark: "M16.5 11.8A7 7 0 1 1 8.2 3.5a5.6 5.6 0 0 0 8.3 8.3z",
};

const panelIcon = "M3 4h14v12H3zM12.5 4v12";

function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

function facts(app: App): string {
  const { scene, result, extras } = app.page;
  const pairs = result ? ` · ${count(result.pairs.length, "pair", "pairs")}` : "";
  return `${count(scene.objects.length, "body", "bodies")}${pairs} · ${extras.program}`;
}

function themeButton(app: App): HTMLButtonElement {
  const button = element("button", { class: "button", type: "button", "data-testid": "theme" });
  app.on(["theme"], ({ theme }) => {
    const says = theme === "auto" ? "as the system" : theme;
    button.replaceChildren(icon(themeIcons[theme]));
    button.setAttribute("aria-label", `Colours: ${says}`);
    button.title = `Colours: ${says} (d)`;
  });
  button.addEventListener("click", () => app.patch({ theme: nextTheme(app.state.theme) }));
  return button;
}

// On a wide window open or closed; on a phone the handle goes from peeking through half to high.
function sideButtons(frame: HTMLElement): { button: HTMLButtonElement; handle: HTMLButtonElement } {
  const common = { type: "button", "aria-controls": "side" };
  const button = element("button", { ...common, class: "button", "data-testid": "toggle-panel" }, icon(panelIcon));
  const handle = element(
    "button",
    { ...common, class: "sheet-handle", "data-testid": "sheet-handle" },
    "Pairs and details",
  );
  const tell = (): void => {
    const closed = frame.classList.contains("side-closed");
    for (const control of [button, handle]) control.setAttribute("aria-expanded", String(!closed));
    button.setAttribute("aria-label", closed ? "Show the panel" : "Hide the panel");
    button.title = button.getAttribute("aria-label")!;
  };
  button.addEventListener("click", () => {
    frame.classList.toggle("side-closed");
    tell();
  });
  handle.addEventListener("click", () => {
    const { classList } = frame;
    if (classList.contains("side-closed")) classList.remove("side-closed");
    else if (!classList.contains("sheet-high")) classList.add("sheet-high");
    else {
      classList.remove("sheet-high");
      classList.add("side-closed");
    }
    tell();
  });
  tell();
  return { button, handle };
}

function mount(app: App, root: HTMLElement): void {
  const stage = element("main", { class: "stage", "data-testid": "stage", "aria-label": "Scene" });
  const panels = element("div", { class: "panels", "data-testid": "panels" });
  const time = element("div", { class: "time", "data-testid": "time" });
  const traces = element("div", { class: "traces", "data-testid": "traces" });
  const actions = element("div", { class: "actions" });
  const { button, handle } = sideButtons(root);
  const side = element("aside", { class: "side", id: "side", "aria-label": "Pairs and details" }, handle, panels);
  const mark = icon("M3 5v10h5V5zM12 5v10h5V5zM10 3v14");
  mark.classList.add("mark");
  const header = element(
    "header",
    {},
    mark,
    element("h1", { title: app.page.extras.title }, app.page.extras.title),
    element("span", { class: "facts", title: app.page.extras.made_by }, facts(app)),
    actions,
  );
  root.classList.add("frame");
  const below = element("section", { class: "below", "aria-label": "Time and steps" }, time, traces);
  root.replaceChildren(header, stage, below, side);
  actions.append(themeButton(app), button);
  // Time first: it says where bodies stand, which the stage asks at once.
  mountTime(app, time);
  const mounted = mountStage(app, stage);
  followTheme(app, (dark) => mounted.setDark(dark));
  mountPanels(app, panels);
  mountTraces(app, traces);
  startChecker(app);
}

async function start(root: HTMLElement): Promise<void> {
  try {
    const app = new App(readPage(document, await unpacked(document)));
    document.title = app.page.extras.title;
    mount(app, root);
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    root.replaceChildren(
      element(
        "p",
        { class: "failure", role: "alert", "data-testid": "failure" },
        `This page cannot be shown: ${error.message}.`,
      ),
    );
  }
}

void start(document.getElementById("app")!);
