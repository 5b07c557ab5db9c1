// All that the page knows of one body, and the list of all bodies.
import type { App } from "../app";
import { element } from "../element";
import { digitsOf, isFiniteNumber, isRecord } from "../brackets";
import { bodyFacts, cornersOfTriangle, motionWords, rawObject, rawObjects, sizeOfBody } from "./body_facts";
import { actionButton, Facts, jsonToUnfold } from "./facts";
import type { Messages } from "./clipboard";
import { kActionPaths, statusIcon } from "./icons";
import { hideButton, refreshers } from "./pair_details";
import { nameElement } from "./pair_table";
import { readRows, sizeText, statusWord, unitOf, type PairRow } from "./reading";
import { folded, orderRows } from "./rows";
import { VirtualList, type ListRow } from "./virtual_list";

const kMostPairs = 30;

function poseText(raw: unknown): string {
  if (raw === undefined) return "identity";
  if (!isRecord(raw)) return "cannot be read";
  const list = (values: unknown) =>
    Array.isArray(values) ? `(${values.map((x) => (isFiniteNumber(x) ? digitsOf(x) : "?")).join(", ")})` : null;
  return [
    ["q", raw.q],
    ["R", raw.R],
    ["t", raw.t],
  ]
    .flatMap(([name, values]) => (list(values) === null ? [] : [`${name as string} ${list(values)}`]))
    .join(", ");
}

function pairsOfBody(app: App, name: string): HTMLElement | string {
  const own = (row: PairRow) => [row.a, row.b].some((one) => one === name || one.startsWith(`${name}/`));
  const rows = readRows(app.page).filter(own);
  const order = orderRows(rows, "severity", []);
  if (order.length === 0) return "none in the result";
  const unit = unitOf(app.page);
  const list = element("ul", { class: "own-pairs", "data-testid": "own-pairs" });
  for (const place of order.subarray(0, kMostPairs)) {
    const row = rows[place]!;
    const other = row.a === name || row.a.startsWith(`${name}/`) ? row.b : row.a;
    const go = element(
      "button",
      { type: "button", class: "link" },
      statusIcon(row.status),
      nameElement(other),
      element("span", { class: "fine" }, `${statusWord(row.status)} ${sizeText(row, unit)}`),
    );
    go.addEventListener("click", () => {
      app.patch({ pair: row.index, object: null, triangle: null });
      app.stage?.flyToPair(row.index);
    });
    list.append(element("li", {}, go));
  }
  return order.length <= kMostPairs
    ? list
    : element(
        "div",
        {},
        list,
        element("p", { class: "fine" }, `${order.length - kMostPairs} more: search for the name in the table.`),
      );
}

export function bodyDetails(app: App, index: number, messages: Messages): HTMLElement {
  const { page } = app;
  const object = rawObject(page, index);
  const known = bodyFacts(page, index);
  const unit = unitOf(page);
  const facts = new Facts();
  const { triangle, part } = app.state;
  if (triangle !== null) {
    const corners = cornersOfTriangle(page, index, triangle);
    facts.add("Chosen triangle", `${triangle}${corners ? `, vertices ${corners.join(", ")}` : ""}`).dataset.testid =
      "chosen-triangle";
  }
  if (part !== null) facts.add("Chosen part", String(part));
  facts.add(
    "Shape",
    known.kind,
    ...(known.boxOnly ? [element("p", { class: "fine" }, "Shown as its box: its numbers are not in this page.")] : []),
  );
  facts.add("Vertices", known.vertices.toLocaleString("en"));
  facts.add("Triangles", known.triangles.toLocaleString("en"));
  const size = sizeOfBody(page, index);
  if (size)
    facts.add("Size", `${size.map((x) => digitsOf(Number(x.toPrecision(6)))).join(" × ")}${unit && ` ${unit}`}`);
  if (object) {
    // Keyframes stand in place of a pose.
    const keyframes = isRecord(object.motion) && object.motion.keyframes !== undefined;
    if (!keyframes) facts.add("Pose", element("span", { class: "exact" }, poseText(object.pose)));
    if (object.offset !== undefined)
      facts.add("Offset in its frame", element("span", { class: "exact" }, poseText(object.offset)));
    facts.add("Motion", motionWords(object.motion));
    if (object.padding !== undefined)
      facts.add(
        "Padding",
        isFiniteNumber(object.padding) ? `${digitsOf(object.padding)}${unit && ` ${unit}`}` : "cannot be read",
      );
    if (object.static === true) facts.add("Static", "yes");
  }
  facts.add("Pairs", pairsOfBody(app, known.name));
  const hider = hideButton(app, index, "", "hide-body");
  const title = element("h2", { tabindex: -1, "data-testid": "body-title" }, nameElement(known.name));
  const actions = element(
    "div",
    { class: "actions-row" },
    actionButton("Fly there", kActionPaths.fly, "fly-body", () => app.stage?.flyToObject(index)),
    hider.element,
  );
  const made = element(
    "section",
    { class: "body-details", "aria-label": "Chosen body", "data-testid": "body-details" },
    title,
    actions,
    facts.element,
    jsonToUnfold(object, "The body in the scene file", messages, "body-json"),
  );
  refreshers.set(made, hider.refresh);
  return made;
}

class BodyLine implements ListRow {
  readonly element = element("div", { role: "row", class: "body-row", "data-testid": "body-row" });
  private readonly name = element("span", { role: "gridcell", class: "cell-names" });
  private readonly kind = element("span", { role: "gridcell", class: "cell-kind fine" });
  private readonly eye = element("button", { type: "button", class: "button icon-only", tabindex: -1 });
  private index = 0;

  constructor(
    private readonly app: App,
    private readonly bodyAt: (row: number) => number,
  ) {
    this.element.append(this.name, this.kind, element("span", { role: "gridcell", class: "cell-eye" }, this.eye));
    this.eye.addEventListener("click", () => {
      const hidden = new Set(app.state.hidden);
      if (!hidden.delete(this.index)) hidden.add(this.index);
      app.patch({ hidden });
    });
  }

  fill(row: number): void {
    this.index = this.bodyAt(row);
    const { name, kind, triangles, boxOnly } = bodyFacts(this.app.page, this.index);
    const hidden = this.app.state.hidden.has(this.index);
    this.element.setAttribute("aria-selected", String(this.app.state.object === this.index));
    this.element.classList.toggle("is-hidden", hidden);
    this.name.replaceChildren(nameElement(name));
    this.kind.textContent = boxOnly
      ? `${kind}, shown as its box`
      : triangles > 0
        ? `${kind}, ${triangles.toLocaleString("en")} triangles`
        : kind;
    this.eye.textContent = hidden ? "Show" : "Hide";
    this.eye.setAttribute("aria-label", `${hidden ? "Show" : "Hide"} ${name}`);
    this.eye.setAttribute("aria-pressed", String(hidden));
  }
}

export function mountBodyList(app: App): HTMLElement {
  const count = rawObjects(app.page).length;
  const names = Array.from({ length: count }, (_, i) => folded(bodyFacts(app.page, i).name));
  let shown = names.map((_, i) => i);
  const list = new VirtualList({
    rowHeight: 48,
    firstRowIndex: 1,
    make: () => new BodyLine(app, (row) => shown[row]!),
    choose(row, event) {
      const object = shown[row]!;
      app.patch({ object, triangle: null, part: null });
      if (!(event instanceof KeyboardEvent && event.key === " ")) app.stage?.flyToObject(object);
    },
  });
  const search = element("input", {
    type: "search",
    class: "search",
    placeholder: "Search bodies",
    "aria-label": "Search bodies",
    "data-testid": "search-bodies",
    autocomplete: "off",
    spellcheck: "false",
  });
  const counted = element("span", { class: "counted", role: "status" });
  const all = element("button", { type: "button", class: "chip", "data-testid": "show-all-bodies" }, "Show all bodies");
  all.addEventListener("click", () => app.patch({ hidden: new Set() }));
  const grid = element(
    "div",
    { role: "grid", class: "pair-grid", "aria-label": "Bodies", "data-testid": "bodies" },
    list.scroller,
  );
  const update = (): void => {
    const wanted = folded(search.value.trim());
    shown = names.flatMap((name, i) => (name.includes(wanted) ? [i] : []));
    counted.textContent = `${shown.length.toLocaleString("en")} ${shown.length === 1 ? "body" : "bodies"}`;
    grid.setAttribute("aria-rowcount", String(shown.length));
    list.setCount(shown.length);
  };
  search.addEventListener("input", update);
  update();
  app.on(["hidden", "object"], ({ hidden }) => {
    all.hidden = hidden.size === 0;
    list.refill();
  });
  return element(
    "section",
    { class: "pair-table", "aria-label": "List of bodies" },
    element("div", { class: "table-head" }, search, counted),
    element("div", { class: "chips" }, all),
    grid,
  );
}
