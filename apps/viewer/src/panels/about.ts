// What the page is about: where it comes from, what is missing in it, what was counted, and how to read it.
import type { App, Standing } from "../app";
import { element } from "../element";
import { digitsOf, isFiniteNumber, isRecord } from "../brackets";
import { Facts } from "./facts";
import { markIcon, statusIcon } from "./icons";
import { counted } from "./names";
import { nameElement } from "./pair_table";
import { readRows, statusWord, unitOf, type Status } from "./reading";

const kMostListed = 200;

function textOf(raw: unknown): string {
  return typeof raw === "string" ? raw : "";
}

function listOf<T>(raw: unknown, read: (entry: unknown) => T | null): T[] {
  return Array.isArray(raw) ? raw.map(read).filter((entry): entry is T => entry !== null) : [];
}

function listedNames(names: readonly string[]): HTMLElement {
  const list = element(
    "ul",
    { class: "name-list" },
    ...names.slice(0, kMostListed).map((name) => element("li", {}, nameElement(name))),
  );
  if (names.length > kMostListed)
    list.append(element("li", {}, `${(names.length - kMostListed).toLocaleString("en")} more`));
  return list;
}

// Whole sentences about what is not as a reader would think. The first is the gravest.
export function warningsOf(app: App): string[] {
  const result = app.page.result as unknown as Record<string, unknown> | null;
  const warnings: string[] = [];
  if (result?.ending === "interrupted") {
    const left = isFiniteNumber(result.not_looked_at)
      ? `${digitsOf(result.not_looked_at)} pairs were not looked at`
      : "some pairs were not looked at";
    warnings.push(`The run was interrupted: ${left}, and nothing is claimed of them.`);
  }
  const unreadable = readRows(app.page).filter(({ status }) => status === "unreadable").length;
  if (unreadable > 0)
    warnings.push(
      `${unreadable.toLocaleString("en")} ${unreadable === 1 ? "entry" : "entries"} of the result cannot be read.`,
    );
  return [
    ...warnings,
    ...listOf(app.page.extras.notices, (notice) => (typeof notice === "string" ? notice : null)),
    ...app.state.problems,
  ];
}

function unlistedText(raw: unknown, unit: string): string | null {
  if (!isRecord(raw) || !isFiniteNumber(raw.pairs)) return null;
  const beyond = isFiniteNumber(raw.beyond) ? ` by more than ${digitsOf(raw.beyond)}${unit && ` ${unit}`}` : "";
  const status = textOf(raw.status) || "clear";
  return `${counted(raw.pairs, "more pair is", "more pairs are")} ${status}${beyond} and not listed.`;
}

export function unlistedSentence(app: App): string | null {
  return unlistedText(app.page.result?.unlisted, unitOf(app.page));
}

// Criteria that the answers were asked with.
export function criteriaOf(app: App): [string, string][] {
  const result = app.page.result as unknown as Record<string, unknown> | null;
  const unit = unitOf(app.page);
  const number = (field: string, term: string): [string, string][] =>
    isFiniteNumber(result?.[field]) ? [[term, `${digitsOf(result[field])}${unit && ` ${unit}`}`]] : [];
  const found: [string, string][] = [
    ...number("within", "Near means within"),
    ...number("tolerance", "Tolerance"),
    ...number("margin", "Margin"),
  ];
  if (result?.allow_touching === true) found.push(["Touching", "allowed"]);
  if (Array.isArray(result?.interval))
    found.push(["Interval", result.interval.map((x) => (isFiniteNumber(x) ? digitsOf(x) : "?")).join(" to ")]);
  return found;
}

export function standingCounts(app: App): Record<Standing, number> {
  const counts: Record<Standing, number> = { verified: 0, fails: 0, unproved: 0, pending: 0 };
  for (const { standing } of app.state.standings) if (standing in counts) ++counts[standing];
  return counts;
}

export function checkedSentence(app: App): string {
  const { verified, fails, unproved, pending } = standingCounts(app);
  const { checking } = app.state;
  const total = verified + fails + unproved + pending;
  if (total === 0) return "";
  if (checking === "unavailable" || (checking === "none" && pending === total))
    return "Nothing was re-checked in this page.";
  const parts = [`${verified.toLocaleString("en")} verified here`];
  if (fails > 0) parts.push(`${fails.toLocaleString("en")} ${fails === 1 ? "fails" : "fail"}`);
  if (unproved > 0) parts.push(`${unproved.toLocaleString("en")} without a certificate`);
  if (pending > 0) parts.push(`${pending.toLocaleString("en")} still to check`);
  return `${parts.join(", ")}.`;
}

function legend(): HTMLElement {
  const statuses: [Status, string][] = [
    ["penetrating", "they share inner points"],
    ["intersecting", "a surface and something cross"],
    ["touching", "they share points of their surfaces only"],
    ["separated", "no point in common"],
    ["undecided", "could not be told"],
    ["contact", "they meet during the interval"],
    ["unreadable", "the result's entry makes no sense"],
  ];
  const marks: [Standing, string, string][] = [
    ["verified", "verified here", "proved in this page, in exact arithmetic, from scene and result alone"],
    ["fails", "fails", "what is claimed is not true, or its certificate does not show it"],
    ["unproved", "no certificate", "nothing in the result proves it; that is no fault by itself"],
    ["pending", "pending", "not looked at yet"],
  ];
  const list = element("ul", { class: "legend" });
  for (const [status, says] of statuses)
    list.append(element("li", {}, statusIcon(status), element("b", {}, statusWord(status)), ` ${says}`));
  for (const [standing, mark, says] of marks)
    list.append(element("li", { class: `mark-${standing}` }, markIcon(standing), element("b", {}, mark), ` ${says}`));
  list.append(
    element(
      "li",
      {},
      element("span", { class: "swatch swatch-a" }),
      element("b", {}, "a"),
      " the first body of the chosen pair",
    ),
    element("li", {}, element("span", { class: "swatch swatch-b" }), element("b", {}, "b"), " the second one"),
  );
  return list;
}

function help(): HTMLElement {
  const lines: [string, string][] = [
    ["50", "exactly 50"],
    ["1.457142857…", "a number that begins with these digits: both ends of its proved bracket do"],
    ["3 ± 3e-11", "somewhere that near to 3"],
    ["[48.7, 50]", "between the two, which is proved of either end"],
    ["at least 2", "no upper end is known"],
  ];
  const numbers = element("dl", { class: "facts-list" });
  for (const [text, says] of lines)
    numbers.append(element("dt", {}, element("span", { class: "number" }, text)), element("dd", {}, says));
  const keys: [string, string][] = [
    ["↑ ↓ Home End", "from row to row"],
    ["Enter", "choose the row and fly there"],
    ["Space", "choose it and stay"],
    ["← →", "between the tabs; within a row to its button"],
    ["Tab", "to the next control"],
  ];
  const list = element("dl", { class: "facts-list" });
  for (const [key, says] of keys) list.append(element("dt", {}, element("kbd", {}, key)), element("dd", {}, says));
  return element(
    "div",
    {},
    element(
      "p",
      {},
      "Click a row, or a body in the picture, to see all that is known of it. The table has the worst pair first. " +
        "A gap is the distance of two bodies, " +
        "a depth is the shortest way on which the second leaves the first.",
    ),
    numbers,
    element("h3", {}, "Keys in the lists"),
    list,
  );
}

export function mountAbout(app: App): HTMLElement {
  const { extras, result } = app.page;
  const raw = result as unknown as Record<string, unknown> | null;
  const unit = unitOf(app.page);
  const made = element("section", { class: "scrolling about", "aria-label": "About this page", tabindex: 0 });

  const notices = element("ul", { class: "notices", "data-testid": "notices" });
  app.on(["problems"], () => {
    const warnings = warningsOf(app);
    notices.replaceChildren(...warnings.slice(0, kMostListed).map((text) => element("li", { dir: "auto" }, text)));
    notices.hidden = warnings.length === 0;
  });
  made.append(notices);

  const facts = new Facts();
  facts.add("Title", textOf(extras.title));
  facts.add("Made by", element("code", {}, textOf(extras.made_by)), ` (${textOf(extras.program)})`);
  if (raw) facts.add("Question", textOf(raw.query) || "cannot be read");
  facts.add("Unit", unit === "" ? "not said: numbers are those of the files" : unit);
  for (const [term, said] of criteriaOf(app)) facts.add(term, said);
  facts.add("Pairs listed", app.page.entries.length.toLocaleString("en"));
  const unlisted = unlistedSentence(app);
  if (unlisted) facts.add("Not listed", unlisted).dataset.testid = "unlisted";
  const checked = facts.add("Checked here", "");
  app.on(["standings", "checking"], () => void (checked.textContent = checkedSentence(app) || "nothing to check"));
  for (const entry of listOf(extras.statistics, (one) => (isRecord(one) ? one : null)))
    facts.add(
      textOf(entry.label) || "?",
      isFiniteNumber(entry.value) ? digitsOf(entry.value) : textOf(entry.value) || "?",
    );
  made.append(element("h2", {}, "Statistics"), facts.element);
  facts.element.dataset.testid = "statistics";

  const leftOut = listOf(extras.left_out, (name) => (typeof name === "string" ? name : null));
  if (leftOut.length > 0)
    made.append(
      element("h2", {}, "Shown as boxes"),
      element("p", {}, "For want of room these bodies are in the page as their boxes only:"),
      listedNames(leftOut),
    );
  const skipped = listOf(raw?.skipped, (one) => (isRecord(one) ? one : null));
  if (skipped.length > 0)
    made.append(
      element("h2", {}, "Skipped files"),
      element(
        "ul",
        { "data-testid": "skipped" },
        ...skipped
          .slice(0, kMostListed)
          .map((one) =>
            element(
              "li",
              {},
              nameElement(textOf(one.file) || "?"),
              element("span", { class: "fine" }, textOf(one.error)),
            ),
          ),
      ),
    );
  const resolved = listOf(raw?.resolved, (one) => (isRecord(one) ? one : null));
  if (resolved.length > 0)
    made.append(
      element("h2", {}, "Resolved since last time"),
      element(
        "ul",
        { "data-testid": "resolved" },
        ...resolved
          .slice(0, kMostListed)
          .map((one) =>
            element(
              "li",
              {},
              nameElement(textOf(one.a) || "?"),
              " and ",
              nameElement(textOf(one.b) || "?"),
              element(
                "span",
                { class: "fine" },
                `was ${textOf(one.was) || "?"}`,
                typeof one.gone === "string" ? `; ${one.gone} is not there any more` : "",
              ),
            ),
          ),
      ),
    );

  made.append(element("h2", {}, "Legend"), legend(), element("h2", {}, "How to read this page"), help());
  return made;
}
