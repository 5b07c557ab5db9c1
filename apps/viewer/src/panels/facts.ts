// Small pieces of details: a term and what is said of it, JSON to unfold, buttons.
import { element, icon } from "../element";
import { copyText, type Messages } from "./clipboard";
import { kActionPaths } from "./icons";

export class Facts {
  readonly element = element("dl", { class: "facts-list" });

  add(term: string, ...said: (Node | string)[]): HTMLElement {
    const definition = element("dd", { "data-fact": term.toLowerCase() }, ...said);
    this.element.append(element("dt", {}, term), definition);
    return definition;
  }
}

export function exactText(text: string): HTMLElement {
  return element("span", { class: "exact" }, text);
}

// A short text and, where it says less, the whole of it.
export function shortAndExact(short: string, exact: string): HTMLElement {
  const both = element("span", {}, element("span", { class: "number" }, short));
  if (exact.replace(/^exactly /, "") !== short) both.append(" ", exactText(exact));
  return both;
}

const kMostShown = 100_000;

// Written out only when somebody unfolds it: a cover can be megabytes.
export function jsonToUnfold(value: unknown, title: string, messages: Messages, testid: string): HTMLElement {
  const text = element("pre", { class: "json", tabindex: 0, "aria-label": title });
  const copy = element(
    "button",
    { type: "button", class: "button small", "data-testid": `${testid}-copy` },
    "Copy JSON",
  );
  const unfold = element(
    "details",
    { class: "unfold", "data-testid": testid },
    element("summary", {}, title),
    copy,
    text,
  );
  copy.addEventListener("click", () => void copyText(JSON.stringify(value, null, 1), title, messages));
  unfold.addEventListener("toggle", () => {
    if (!unfold.open || text.textContent !== "") return;
    const whole = JSON.stringify(value, null, 1) ?? "";
    text.textContent =
      whole.length > kMostShown
        ? `${whole.slice(0, kMostShown)}\n… ${(whole.length - kMostShown).toLocaleString("en")} more characters`
        : whole;
  });
  return unfold;
}

export function actionButton(label: string, path: string, testid: string, act: () => void): HTMLButtonElement {
  const button = element(
    "button",
    { type: "button", class: "button small", "data-testid": testid },
    icon(path),
    element("span", {}, label),
  );
  button.addEventListener("click", act);
  return button;
}

export type IconName = keyof typeof kActionPaths;

export function actionIcon(name: IconName): SVGSVGElement {
  return icon(kActionPaths[name]);
}

// Its label is what a pointer and a screen reader are told.
export function iconButton(label: string, name: IconName, testid: string, act: () => void): HTMLButtonElement {
  const made = element(
    "button",
    { type: "button", class: "button icon-only", "aria-label": label, title: label, "data-testid": testid },
    actionIcon(name),
  );
  made.addEventListener("click", act);
  return made;
}
