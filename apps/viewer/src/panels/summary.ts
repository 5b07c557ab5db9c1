// The summary on paper: a picture, what was asked, and the pairs with both ends of every bracket. It has no date in it:
// the same page prints the same.
import type { App } from "../app";
import { element } from "../element";
import { courseOf } from "../time/course";
import { intervalOf, moves } from "../time/motion";
import { checkedSentence, criteriaOf, unlistedSentence, warningsOf } from "./about";
import { bracketDetail, digitsOf } from "../brackets";
import { standingWords } from "./certificate_words";
import { counted } from "./names";
import { nameElement, verdictWord } from "./pair_table";
import { readRows, sizeText, statusWord, unitOf, type PairRow } from "./reading";
import { orderRows, RowFilter, shownRows } from "./rows";

const kMostRows = 5000;

function sizeInFull(app: App, row: PairRow): string {
  const unit = unitOf(app.page);
  if (!row.size) return sizeText(row, unit);
  if (row.kind !== "time") return `${row.kind} ${bracketDetail(row.size, unit)}`;
  const interval = intervalOf(app.page.scene);
  const contacts = interval ? courseOf(app.page.entries[row.index], interval).contacts : [];
  const listed = contacts.map(({ begin, end }) => `${bracketDetail(begin)} to ${bracketDetail(end)}`);
  const first = `first contact ${bracketDetail(row.size)}`;
  return listed.length > 0 ? `${first}; in contact from ${listed.join(", from ")}` : first;
}

function printedRow(app: App, row: PairRow): HTMLElement {
  const { standing, reason } = app.state.standings[row.index] ?? { standing: "pending", reason: "" };
  const verdict = verdictWord(row);
  const change = row.change === "" ? "" : row.change === "new" ? ", new" : ", still there";
  return element(
    "tr",
    {},
    element("td", {}, nameElement(row.a)),
    element("td", {}, nameElement(row.b)),
    element(
      "td",
      {},
      `${statusWord(row.status)}${verdict && ` (${verdict})`}${change}`,
      row.problem && `: ${row.problem}`,
    ),
    element("td", {}, sizeInFull(app, row)),
    element(
      "td",
      {},
      `${standingWords(standing, reason, app.state.checking).mark}${standing === "fails" ? `: ${reason}` : ""}`,
    ),
  );
}

function makeSummary(app: App, picture: HTMLImageElement | null): HTMLElement {
  const { page, state } = app;
  const rows = readRows(page);
  const order = orderRows(rows, state.filter.order, state.standings);
  const shown = shownRows(
    order,
    new RowFilter(rows).apply(state.filter.search, state.filter.statuses, state.standings).passes,
  );
  const printed = shown.subarray(0, kMostRows);
  const left = shown.length - printed.length;
  const filtered = rows.length - shown.length;
  const sentences = [
    ...(picture && moves(page.scene) ? [`The picture shows the time ${digitsOf(state.time)}.`] : []),
    `${counted(printed.length, "pair")}.`,
    ...(left > 0 ? [`${left.toLocaleString("en")} more do not fit on paper.`] : []),
    ...(filtered > 0 ? [`${filtered.toLocaleString("en")} are left out by the filters.`] : []),
    unlistedSentence(app) ?? "",
    checkedSentence(app),
    ...warningsOf(app).slice(0, 20),
  ].filter((text) => text !== "");
  const criteria = criteriaOf(app)
    .map(([term, said]) => `${term} ${said}`)
    .join(" · ");
  const heading = (text: string) => element("th", { scope: "col" }, text);
  return element(
    "section",
    { class: "print-summary", "aria-label": "Summary", "data-testid": "print-summary" },
    element("h1", {}, nameElement(String(page.extras.title))),
    element("p", { class: "fine" }, `${String(page.extras.made_by)} · ${String(page.extras.program)}`),
    ...(criteria === "" ? [] : [element("p", {}, criteria)]),
    ...(picture ? [picture] : []),
    element("p", {}, sentences.join(" ")),
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element("tr", {}, heading("a"), heading("b"), heading("Status"), heading("Bracket"), heading("Checked")),
      ),
      element("tbody", {}, ...Array.from(printed, (index) => printedRow(app, rows[index]!))),
    ),
  );
}

// Paper is light.
function pictureOf(app: App): HTMLImageElement | null {
  const { theme } = app.state;
  app.patch({ theme: "light" });
  const url = app.stage?.picture(1600, 900) ?? "";
  app.patch({ theme });
  if (!url.startsWith("data:image/")) return null;
  return element("img", { src: url, alt: "The scene as it was shown", decoding: "sync" });
}

// Whether by the button or by the browser's own command, it is the summary that is printed.
export function mountSummary(app: App): { print(): void } {
  let summary: HTMLElement | null = null;
  const clear = (): void => {
    summary?.remove();
    summary = null;
  };
  const prepare = (): HTMLImageElement | null => {
    clear();
    const picture = pictureOf(app);
    summary = makeSummary(app, picture);
    document.body.append(summary);
    return picture;
  };
  addEventListener("beforeprint", () => {
    if (!summary) prepare();
  });
  addEventListener("afterprint", clear);
  return {
    print() {
      const picture = prepare();
      const go = () => window.print();
      if (picture) picture.decode().then(go, go);
      else go();
    },
  };
}
