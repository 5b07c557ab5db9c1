// The panel beside the stage: lists on top, in tabs with what the page is about; below them all that is known of what
// is chosen.
import type { App } from "../app";
import { element } from "../element";
import { rawObjects } from "./body_facts";
import { bodyDetails, mountBodyList } from "./body_details";
import { checkedSentence, mountAbout, standingCounts, unlistedSentence, warningsOf } from "./about";
import { copyText, Messages } from "./clipboard";
import { iconButton } from "./facts";
import { counted } from "./names";
import { pairDetails, refreshers } from "./pair_details";
import { mountPairTable } from "./pair_table";
import { mountSummary } from "./summary";
import { mountTabs } from "./tabs";
import { followLink, linkToView } from "./view_wiring";

// Told once when the checker is done, and at once when a claim fails.
function checkedBanner(app: App): HTMLElement {
  const text = element("p", { class: "checked-text", "data-testid": "checked" });
  const spoken = element("p", {
    class: "visually-hidden",
    role: "status",
    "aria-live": "polite",
    "data-testid": "checked-spoken",
  });
  const failures = element("button", {
    type: "button",
    class: "button small failures",
    "data-testid": "show-failures",
  });
  const bar = element("progress", { "aria-label": "Pairs checked", "data-testid": "checked-progress" });
  failures.addEventListener("click", () =>
    app.patch({ filter: { search: "", statuses: new Set(["mark:fails"]), order: "severity" } }),
  );
  let waiting = 0;
  const update = (): void => {
    waiting = 0;
    const { checking } = app.state;
    const { fails, pending } = standingCounts(app);
    const total = app.state.standings.length;
    text.textContent = checkedSentence(app);
    bar.hidden = checking !== "running" || total === 0;
    bar.max = Math.max(1, total);
    bar.value = total - pending;
    text.classList.toggle("has-failed", fails > 0);
    failures.hidden = fails === 0;
    failures.textContent = `Show ${counted(fails, "claim that fails", "claims that fail")}`;
    const spokenNow = checking === "done" ? `Checking is done: ${checkedSentence(app)}` : "";
    if (spoken.textContent !== spokenNow) spoken.textContent = spokenNow;
  };
  app.on(["standings", "checking"], () => {
    if (app.state.checking === "done") update();
    else if (waiting === 0) waiting = window.setTimeout(update, 200);
  });
  return element("div", { class: "checked-banner" }, text, bar, failures, spoken);
}

function mountDetails(app: App, messages: Messages): HTMLElement {
  const body = element("div", { class: "details-body" });
  const hint = element("p", { class: "hint" }, "Choose a pair in the table or a body in the picture.");
  const close = iconButton("Close details", "close", "close-details", () =>
    app.patch({ pair: null, object: null, triangle: null }),
  );
  const made = element("section", { class: "details", "aria-label": "Details", "data-testid": "details" }, close, body);
  let parts: HTMLElement[] = [];
  app.on(["pair", "object", "triangle", "part"], ({ pair, object }) => {
    parts = [];
    if (object !== null && object >= 0 && object < rawObjects(app.page).length)
      parts.push(bodyDetails(app, object, messages));
    if (pair !== null && pair >= 0 && pair < app.page.entries.length) parts.push(pairDetails(app, pair, messages));
    const focused = made.contains(document.activeElement);
    close.hidden = parts.length === 0;
    made.classList.toggle("is-empty", parts.length === 0);
    body.replaceChildren(...(parts.length > 0 ? parts : [hint]));
    body.scrollTop = 0;
    if (focused) parts[0]?.querySelector<HTMLElement>("h2")?.focus();
  });
  app.on(["standings", "checking", "hidden", "onlyPair"], () => {
    for (const part of parts) refreshers.get(part)?.();
  });
  return made;
}

export function mountPanels(app: App, host: HTMLElement): void {
  const messages = new Messages();
  const summary = mountSummary(app);
  const copyLink = () => {
    const link = linkToView(app);
    try {
      history.replaceState(null, "", link);
    } catch {
      // Some browsers refuse it for pages from disk; the link is whole all the same.
    }
    void copyText(new URL(link, location.href).href, "Link to this view", messages);
  };

  const pairs = element("div", { class: "pairs-view" }, checkedBanner(app));
  const warnings = element("ul", { class: "notices", "data-testid": "warnings" });
  app.on(["problems"], () => {
    const [first, ...others] = warningsOf(app);
    warnings.hidden = first === undefined;
    warnings.replaceChildren(
      ...(first === undefined ? [] : [element("li", { dir: "auto", title: first }, first)]),
      ...(others.length === 0
        ? []
        : [element("li", {}, `${others.length} more ${others.length === 1 ? "notice" : "notices"} under About.`)]),
    );
  });
  pairs.append(warnings, mountPairTable(app));
  const unlisted = unlistedSentence(app);
  if (unlisted) pairs.append(element("p", { class: "hint unlisted" }, unlisted));

  const tools = element(
    "div",
    { class: "tools" },
    iconButton("Copy a link to this view", "link", "copy-link", copyLink),
    iconButton("Print a summary", "print", "print", () => summary.print()),
  );
  const tabs = mountTabs(
    [
      ["pairs", "Pairs", pairs],
      ["bodies", "Bodies", mountBodyList(app)],
      ["about", "About", mountAbout(app)],
    ],
    tools,
  );
  host.replaceChildren(...tabs, mountDetails(app, messages), messages.element);
  followLink(app);
}
