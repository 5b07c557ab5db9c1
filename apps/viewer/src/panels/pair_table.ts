// The table of pairs: what it shows, in which order, and what a click does.
import type { App, Standing } from "../app";
import { element } from "../element";
import { standingWords } from "./certificate_words";
import { markIcon, statusIcon, kTones } from "./icons";
import { counted, onOneLine } from "./names";
import { isMotion, readRows, sizeText, statusWord, unitOf, type PairRow, type Status } from "./reading";
import { orderRows, readOrder, RowFilter, shownRows, type Facet, type Group, type Order } from "./rows";
import { VirtualList, type ListRow } from "./virtual_list";

const kRowHeight = 48;
// While the checker runs its word on thousands of pairs comes in many pieces.
const kPatience = 250;

const kVerdictWords: Record<string, string> = {
  clash: "clash",
  undecided: "undecided",
  near: "near",
  touching: "touching",
  clear: "clear",
};
const kMarkWords: Record<Standing, string> = {
  verified: "verified here",
  fails: "fails",
  unproved: "no certificate",
  pending: "pending",
};

const kGroupWords: Record<Group, string> = { status: "status", verdict: "verdict", mark: "checked", change: "change" };

// A name is text of any language, in its own direction.
export function nameElement(name: string, className = "name"): HTMLElement {
  return element("bdi", { class: className, dir: "auto", title: name }, name === "" ? "(no name)" : onOneLine(name));
}

export function namesElement(a: string, b: string): HTMLElement {
  return element(
    "span",
    { class: "names" },
    nameElement(a, "name name-a"),
    element("span", { class: "and", "aria-hidden": "true" }, "↔"),
    element("span", { class: "visually-hidden" }, " and "),
    nameElement(b, "name name-b"),
  );
}

const kUsualVerdicts: Partial<Record<Status, string>> = {
  penetrating: "clash",
  intersecting: "clash",
  undecided: "undecided",
  touching: "touching",
  separated: "clear",
};

// "" where the status says as much.
export function verdictWord(row: PairRow): string {
  return row.verdict === kUsualVerdicts[row.status] ? "" : (kVerdictWords[row.verdict] ?? "");
}

function facetLabel(facet: Facet): string {
  if (facet.group === "status") return statusWord(facet.value as Status);
  if (facet.group === "verdict") return kVerdictWords[facet.value] ?? facet.value;
  if (facet.group === "mark") return kMarkWords[facet.value as Standing] ?? facet.value;
  return facet.value === "new" ? "new" : "still there";
}

class PairLine implements ListRow {
  readonly element = element("div", { role: "row", class: "pair-row", "data-testid": "pair-row" });
  private readonly status = element("span", { role: "gridcell", class: "cell-status" });
  private readonly names = element("span", { role: "gridcell", class: "cell-names" });
  private readonly size = element("span", { role: "gridcell", class: "cell-size" });
  private readonly change = element("span", { role: "gridcell", class: "cell-change" });
  private readonly mark = element("span", { role: "gridcell", class: "cell-mark" });

  constructor(
    private readonly app: App,
    private readonly rowAt: (index: number) => PairRow,
    private readonly unit: string,
  ) {
    this.element.append(this.status, this.names, this.size, this.change, this.mark);
  }

  fill(index: number): void {
    const row = this.rowAt(index);
    const { state } = this.app;
    const verdict = verdictWord(row);
    this.element.setAttribute("aria-selected", String(state.pair === row.index));
    this.element.dataset.pair = String(row.index);
    this.status.replaceChildren(
      statusIcon(row.status),
      element("span", { class: "visually-hidden" }, statusWord(row.status)),
    );
    this.names.replaceChildren(namesElement(row.a, row.b));
    const said = row.status === "unreadable" ? `unreadable: ${row.problem}` : statusWord(row.status);
    this.size.replaceChildren(
      element(
        "span",
        { class: `tone tone-${kTones[row.status]}`, "aria-hidden": row.status === "unreadable" ? "false" : "true" },
        said,
      ),
      ...(verdict === "" ? [] : [element("span", { class: "tag" }, verdict)]),
      element("span", { class: "number" }, sizeText(row, this.unit)),
    );
    this.change.textContent = row.change === "new" ? "new" : row.change === "still" ? "still there" : "";
    const { standing, reason } = state.standings[row.index] ?? { standing: "pending" as const, reason: "" };
    this.element.classList.toggle("has-failed", standing === "fails");
    if (standing === "fails") this.size.append(element("span", { class: "reason" }, onOneLine(reason)));
    this.size.title = [...this.size.children].map(({ textContent }) => textContent).join(" ");
    const { mark, sentence } = standingWords(standing, reason, state.checking);
    this.mark.className = `cell-mark mark-${standing}`;
    this.mark.title = sentence;
    // What is true of the whole page is said once, above the table.
    const everywhere = standing === "pending" && state.checking === "unavailable";
    this.mark.replaceChildren(...(everywhere ? [] : [markIcon(standing), mark]));
  }
}

export function mountPairTable(app: App): HTMLElement {
  const rows = readRows(app.page);
  const unit = unitOf(app.page);
  const filter = new RowFilter(rows);
  let ordered: Uint32Array = orderRows(rows, app.state.filter.order, app.state.standings);
  let shown: Uint32Array = ordered;

  const search = element("input", {
    type: "search",
    class: "search",
    placeholder: "Search names",
    "aria-label": "Search names of bodies",
    "data-testid": "search",
    autocomplete: "off",
    spellcheck: "false",
  });
  const chips = element("div", { class: "chips", role: "group", "aria-label": "Filters", "data-testid": "filters" });
  const shownCount = element("span", { class: "counted", role: "status", "data-testid": "shown-count" });
  const none = element("p", { class: "hint", "data-testid": "no-pairs" });

  const list = new VirtualList({
    rowHeight: kRowHeight,
    firstRowIndex: 2,
    make: () => new PairLine(app, (index) => rows[shown[index]!]!, unit),
    choose(index, event) {
      const pair = shown[index]!;
      app.patch({ pair, object: null, triangle: null });
      // The space bar chooses and stays.
      if (!(event instanceof KeyboardEvent && event.key === " ")) app.stage?.flyToPair(pair);
    },
  });

  const headings = orderHeadings(app);
  const grid = element(
    "div",
    { role: "grid", class: "pair-grid", "aria-label": "Pairs", "data-testid": "pairs", "aria-readonly": "true" },
    headings,
    list.scroller,
    none,
  );

  const setFilter = (change: Partial<typeof app.state.filter>): void =>
    app.patch({ filter: { ...app.state.filter, ...change } });
  search.addEventListener("input", () => setFilter({ search: search.value }));
  search.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" && shown.length > 0) {
      list.focus(0);
      event.preventDefault();
    }
  });
  const toggle = (key: string): void => {
    const statuses = new Set(app.state.filter.statuses);
    if (!statuses.delete(key)) statuses.add(key);
    setFilter({ statuses });
  };

  const drawChips = (facets: readonly Facet[]): void => {
    const { statuses } = app.state.filter;
    const focused = (document.activeElement as HTMLElement | null)?.dataset.facet;
    const useful = facets.filter(
      ({ group, key }) => statuses.has(key) || facets.filter((other) => other.group === group).length > 1,
    );
    chips.replaceChildren(
      ...useful.flatMap((facet, k) => {
        const label = facetLabel(facet);
        const chip = element("button", {
          type: "button",
          class: "chip",
          "aria-pressed": String(statuses.has(facet.key)),
          "data-facet": facet.key,
          "data-testid": `filter-${facet.key.replace(":", "-")}`,
        });
        if (facet.group === "status") chip.append(statusIcon(facet.value as Status));
        if (facet.group === "mark") chip.append(markIcon(facet.value as Standing));
        chip.append(label, " ", element("span", { class: "count" }, facet.count.toLocaleString("en")));
        chip.addEventListener("click", () => toggle(facet.key));
        const begins = facet.group !== "status" && facet.group !== useful[k - 1]?.group;
        return begins ? [element("span", { class: "chip-group" }, kGroupWords[facet.group]), chip] : [chip];
      }),
    );
    if (statuses.size > 0 || app.state.filter.search !== "") {
      const clear = element(
        "button",
        { type: "button", class: "chip chip-clear", "data-testid": "filter-clear", "data-facet": "clear" },
        "Show all",
      );
      clear.addEventListener("click", () => {
        setFilter({ statuses: new Set(), search: "" });
        search.focus();
      });
      chips.append(clear);
    }
    if (focused) chips.querySelector<HTMLElement>(`[data-facet="${CSS.escape(focused)}"]`)?.focus();
  };

  const update = (): void => {
    const { search: wanted, statuses } = app.state.filter;
    const { passes, facets } = filter.apply(wanted, statuses, app.state.standings);
    shown = shownRows(ordered, passes);
    if (search.value !== wanted) search.value = wanted;
    drawChips(facets);
    grid.setAttribute("aria-rowcount", String(shown.length + 1));
    const all = counted(rows.length, "pair");
    shownCount.textContent = shown.length === rows.length ? all : `${shown.length.toLocaleString("en")} of ${all}`;
    none.hidden = shown.length > 0;
    none.textContent =
      rows.length > 0
        ? "No pair passes the filters."
        : app.page.result
          ? "The result lists no pair."
          : "This page holds no result: nothing has been asked about these bodies.";
    list.setCount(shown.length);
  };

  let orderBefore = app.state.filter.order;
  app.on(["filter"], ({ filter: { order }, standings }) => {
    if (order !== orderBefore) ordered = orderRows(rows, order, standings);
    orderBefore = order;
    update();
  });
  let waiting = 0;
  app.on(["standings", "checking"], () => {
    if (waiting !== 0) return;
    waiting = window.setTimeout(() => {
      waiting = 0;
      if (readOrder(app.state.filter.order).order === "mark")
        ordered = orderRows(rows, app.state.filter.order, app.state.standings);
      update();
    }, kPatience);
  });
  app.on(["pair"], ({ pair }) => {
    const index = pair === null ? -1 : shown.indexOf(pair);
    list.refill();
    if (index < 0) return;
    list.reveal(index);
    // Details that open below take room from the list.
    requestAnimationFrame(() => list.reveal(index));
  });

  return element(
    "section",
    { class: "pair-table", "aria-label": "Table of pairs" },
    element("div", { class: "table-head" }, search, shownCount),
    chips,
    grid,
  );
}

function orderHeadings(app: App): HTMLElement {
  const moving = isMotion(app.page.result);
  const headings: [Order, string][] = [
    ["severity", moving ? "First contact" : "Severity"],
    ["status", "Status"],
    ["names", "Names"],
    ["size", moving ? "Time" : "Gap or depth"],
    ["change", "Change"],
    ["mark", "Checked"],
  ];
  const changes = readRows(app.page).some(({ change }) => change !== "");
  const row = element("div", { role: "row", class: "headings", "aria-rowindex": 1 });
  const buttons = headings
    .filter(([order]) => (order !== "change" || changes) && !(moving && order === "size"))
    .map(([order, label]) => {
      const button = element("button", { type: "button", class: "heading", "data-testid": `order-${order}` }, label);
      const cell = element("span", { role: "columnheader" }, button);
      button.addEventListener("click", () => {
        const now = readOrder(app.state.filter.order);
        const next = now.order === order && !now.reverse ? `-${order}` : order;
        app.patch({ filter: { ...app.state.filter, order: next } });
      });
      row.append(cell);
      return { order, label, button, cell };
    });
  app.on(["filter"], ({ filter }) => {
    const now = readOrder(filter.order);
    for (const { order, label, button, cell } of buttons) {
      const here = now.order === order;
      cell.setAttribute("aria-sort", here ? (now.reverse ? "descending" : "ascending") : "none");
      button.textContent = here ? `${label} ${now.reverse ? "▴" : "▾"}` : label;
      button.setAttribute("aria-label", `Sort by ${label.toLowerCase()}`);
    }
  });
  return element("div", { role: "rowgroup" }, row);
}
