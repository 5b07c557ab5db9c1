// All that the result says of one pair.
import type { App } from "../app";
import { element } from "../element";
import {
  bracketDetail,
  bracketText,
  digitsOf,
  isFiniteNumber,
  isRecord,
  pointText,
  readBracket,
  readVector,
} from "../brackets";
import { certificateWords, standingWords } from "./certificate_words";
import { copyText, type Messages } from "./clipboard";
import { claimOfPair, CopyError, namedObjects, sceneOfPair } from "./copy_scene";
import { actionButton, exactText, Facts, jsonToUnfold, shortAndExact } from "./facts";
import { kActionPaths, kTones, markIcon, statusIcon } from "./icons";
import { inSentence } from "./names";
import { namesElement, verdictWord } from "./pair_table";
import { rawPair, readRow, statusWord, unitOf } from "./reading";

const kMostContacts = 50;

function bracketFact(facts: Facts, term: string, raw: unknown, unit: string): void {
  if (raw === undefined || raw === null) return;
  const bracket = readBracket(raw);
  if (!bracket) facts.add(term, "cannot be read");
  else facts.add(term, shortAndExact(bracketText(bracket, unit), bracketDetail(bracket, unit)));
}

function exactVector(raw: unknown): string | null {
  const vector = readVector(raw);
  return vector ? `(${vector.map(digitsOf).join(", ")})` : null;
}

function vectorFact(facts: Facts, term: string, raw: unknown, unit = ""): void {
  if (raw === undefined) return;
  const exact = exactVector(raw);
  if (exact === null) facts.add(term, "cannot be read");
  else facts.add(term, shortAndExact(pointText(readVector(raw)!), exact), unit === "" ? "" : ` ${unit}`);
}

function witnessText(raw: unknown): string {
  if (!isRecord(raw) || !Array.isArray(raw.vertices) || !Array.isArray(raw.weights)) return "cannot be read";
  const weights = raw.weights as unknown[];
  if (raw.vertices.length === 1) return `vertex ${String(raw.vertices[0])}`;
  return raw.vertices
    .map(
      (vertex: unknown, i) => `${isFiniteNumber(weights[i]) ? digitsOf(weights[i]) : "?"} × vertex ${String(vertex)}`,
    )
    .join(" + ");
}

function featureText(raw: unknown): string {
  if (typeof raw === "string") return raw;
  if (!isRecord(raw)) return "cannot be read";
  const [kind] = Object.keys(raw);
  if (kind === undefined) return "cannot be read";
  const numbers = raw[kind];
  return `${kind} ${Array.isArray(numbers) ? numbers.join(kind === "edge" ? "–" : ", ") : String(numbers)}`;
}

function contactsList(raw: unknown, unit: string): HTMLElement | string {
  if (!Array.isArray(raw)) return "cannot be read";
  if (raw.length === 0) return "none: they are farther apart than was asked";
  const list = element("ol", { class: "contacts", "data-testid": "contacts" });
  let points = 0,
    left = 0;
  for (const contact of raw as unknown[]) {
    const fields = isRecord(contact) ? contact : {};
    const gap = readBracket(fields.gap);
    const inner = element("ol");
    for (const point of Array.isArray(fields.points) ? (fields.points as unknown[]) : []) {
      if (++points > kMostContacts) {
        ++left;
        continue;
      }
      const at = isRecord(point) ? point : {};
      const a = readVector(at.a),
        b = readVector(at.b),
        own = readBracket(at.gap);
      const features = isRecord(at.features)
        ? `${featureText(at.features.a)} on ${featureText(at.features.b)}`
        : "features cannot be read";
      inner.append(
        element(
          "li",
          {},
          a && b ? `${pointText(a)} and ${pointText(b)}` : "a place that cannot be read",
          element("span", { class: "fine" }, `gap ${own ? bracketText(own, unit) : "cannot be read"}; ${features}`),
        ),
      );
    }
    const normal = readVector(fields.normal);
    list.append(
      element(
        "li",
        {},
        `normal ${normal ? pointText(normal) : "cannot be read"}, `,
        `gap ${gap ? bracketText(gap, unit) : "cannot be read"}`,
        inner,
      ),
    );
  }
  return left === 0
    ? list
    : element(
        "div",
        {},
        list,
        element("p", { class: "fine" }, `${left.toLocaleString("en")} more points; the JSON has all.`),
      );
}

function intervalsList(app: App, raw: unknown): HTMLElement | string {
  if (!Array.isArray(raw)) return "cannot be read";
  if (raw.length === 0) return "none";
  const list = element("ol", { class: "intervals", "data-testid": "intervals" });
  for (const entry of raw as unknown[]) {
    const begin = isRecord(entry) ? readBracket(entry.begin) : null;
    const end = isRecord(entry) ? readBracket(entry.end) : null;
    if (!begin?.upper || !end?.upper) {
      list.append(element("li", {}, "cannot be read"));
      continue;
    }
    const go = element("button", { type: "button", class: "link" }, `${bracketText(begin)} to ${bracketText(end)}`);
    const time = begin.upper.high;
    go.addEventListener("click", () => app.patch({ time, playing: false }));
    list.append(
      element(
        "li",
        {},
        go,
        element("span", { class: "fine" }, `begins ${bracketDetail(begin)}, ends ${bracketDetail(end)}`),
      ),
    );
  }
  return list;
}

function excessText(raw: unknown, a: string, b: string, unit: string): string {
  if (!isRecord(raw)) return "cannot be read";
  const of = (name: string, value: unknown) => {
    const excess = `${isFiniteNumber(value) ? digitsOf(value) : "?"}${unit && ` ${unit}`}`;
    return value === undefined ? [] : [`the hull of ${name} reaches at most ${excess} beyond its mesh`];
  };
  return [...of(a, raw.a), ...of(b, raw.b)].join("; ");
}

// What is told in full: everything else in the pair is shown with the JSON of the whole.
function fillFacts(
  app: App,
  facts: Facts,
  pair: Record<string, unknown>,
  a: string,
  b: string,
  messages: Messages,
): void {
  const unit = unitOf(app.page);
  if (pair.status === "separated" || !pair.depth) bracketFact(facts, "Gap", pair.distance, unit);
  if (isRecord(pair.depth)) {
    bracketFact(facts, "Depth", pair.depth, unit);
    vectorFact(facts, "Direction of depth", pair.depth.direction);
    if (pair.depth.translation !== undefined)
      vectorFact(facts, `Moving ${b} by this frees it`, pair.depth.translation, unit);
  } else if (pair.depth !== undefined) facts.add("Depth", "cannot be read");
  if (pair.contact !== undefined && pair.contact !== null) bracketFact(facts, "First contact", pair.contact, "");
  if (pair.intervals !== undefined) facts.add("In contact", intervalsList(app, pair.intervals));
  else if (pair.status === "contact" || pair.status === "already")
    facts.add("In contact", "nothing is said of when it ends");
  if (isFiniteNumber(pair.decided_until)) facts.add("Known until", digitsOf(pair.decided_until));
  // Of a pair that never meets, the timeline is the proof.
  if (pair.certificate !== undefined || pair.timeline === undefined)
    facts.add(
      "Certificate",
      element("p", {}, certificateWords(pair.certificate, { a, b })),
      ...(pair.certificate === undefined
        ? []
        : [jsonToUnfold(pair.certificate, "Certificate as JSON", messages, "certificate-json")]),
    );
  for (const [field, term] of [
    ["direction", "Direction of the gap"],
    ["shell", "Depth shown by"],
    ["timeline", "Before contact"],
  ] as const)
    if (pair[field] !== undefined)
      facts.add(
        term,
        element("p", {}, certificateWords(pair[field], { a, b })),
        jsonToUnfold(pair[field], `${term} as JSON`, messages, `${field}-json`),
      );
  if (Array.isArray(pair.gaps)) {
    const shown = pair.gaps.filter((gap) => gap !== null).length;
    facts.add("Between contacts", `${shown} of ${pair.gaps.length} times apart have a timeline`);
  }
  if (Array.isArray(pair.points) && pair.points.length === 2) {
    vectorFact(facts, `Nearest point of ${a}`, pair.points[0], unit);
    vectorFact(facts, `Nearest point of ${b}`, pair.points[1], unit);
  }
  if (isRecord(pair.witness)) {
    facts.add(`Witness on ${a}`, exactText(witnessText(pair.witness.a)));
    facts.add(`Witness on ${b}`, exactText(witnessText(pair.witness.b)));
  } else if (pair.witness !== undefined) facts.add("Witness", "cannot be read");
  if (isRecord(pair.place)) vectorFact(facts, "Place", pair.place.point, unit);
  if (isRecord(pair.features))
    facts.add("Features", `${featureText(pair.features.a)} on ${featureText(pair.features.b)}`);
  if (pair.contacts !== undefined) facts.add("Contacts", contactsList(pair.contacts, unit));
  if (pair.excess !== undefined) facts.add("Excess", excessText(pair.excess, a, b, unit));
  if (isRecord(pair.part))
    facts.add("Parts", `part ${String(pair.part.a)} of ${a}, part ${String(pair.part.b)} of ${b}`);
  if (pair.duplicate === true) facts.add("Duplicate", "the same part twice in one place");
  if (pair.inside === "a" || pair.inside === "b")
    facts.add("Containment", pair.inside === "a" ? `${a} is inside ${b}` : `${b} is inside ${a}`);
  if (pair.change === "new" || pair.change === "still")
    facts.add("Since last time", pair.change === "new" ? "new" : "still there");
  if (typeof pair.decided_by === "string") facts.add("Decided by", pair.decided_by);
}

export function pairDetails(app: App, index: number, messages: Messages): HTMLElement {
  const raw = app.page.entries[index];
  const pair = rawPair(app.page, index);
  const row = readRow(raw, index);
  const facts = new Facts();
  const known = namedObjects(app.page);
  const objects = [row.a, row.b].map((name) => known.get(name)?.object ?? null);

  const actions = element("div", { class: "actions-row" });
  actions.append(actionButton("Fly there", kActionPaths.fly, "fly", () => app.stage?.flyToPair(index)));
  const hiders = (
    [
      ["a", objects[0]],
      ["b", objects[1]],
    ] as const
  ).flatMap(([letter, object]) => {
    if (object === null || object === undefined) return [];
    const button = hideButton(app, object, letter === "a" ? row.a : row.b, `hide-${letter}`);
    actions.append(button.element);
    return [button];
  });
  const only = actionButton("Isolate", kActionPaths.only, "isolate", () =>
    app.patch({ onlyPair: !app.state.onlyPair }),
  );
  actions.append(only);
  const copy = (what: string, make: () => string) => () => {
    try {
      void copyText(make(), what, messages);
    } catch (error) {
      if (!(error instanceof CopyError)) throw error;
      messages.say(`Cannot be copied: ${error.message}.`);
    }
  };
  actions.append(
    actionButton(
      "Copy as scene",
      kActionPaths.copy,
      "copy-scene",
      copy("Scene of this pair", () => sceneOfPair(app.page, index)),
    ),
    actionButton(
      "Copy claim",
      kActionPaths.copy,
      "copy-claim",
      copy("Result with this claim", () => claimOfPair(app.page, index)),
    ),
  );

  const standing = element("p", { class: "standing", "data-testid": "standing" });
  const verdict = verdictWord(row);
  const title = element("h2", { tabindex: -1, "data-testid": "details-title" }, namesElement(row.a, row.b));
  const status = element(
    "p",
    { class: `status-line tone tone-${kTones[row.status]}`, "data-testid": "details-status" },
    statusIcon(row.status),
    statusWord(row.status),
    ...(verdict === "" ? [] : [element("span", { class: "tag" }, verdict)]),
  );
  if (row.problem !== "") facts.add("Problem", row.problem);
  if (pair) fillFacts(app, facts, pair, inSentence(row.a), inSentence(row.b), messages);
  const made = element(
    "section",
    { class: "pair-details", "aria-label": "Chosen pair", "data-testid": "pair-details" },
    title,
    status,
    standing,
    actions,
    facts.element,
    jsonToUnfold(raw, "The whole entry as JSON", messages, "pair-json"),
  );

  const refresh = (): void => {
    const { standings, checking, onlyPair } = app.state;
    const now = standings[index] ?? { standing: "pending" as const, reason: "" };
    standing.className = `standing mark-${now.standing}`;
    standing.replaceChildren(markIcon(now.standing), standingWords(now.standing, now.reason, checking).sentence);
    only.setAttribute("aria-pressed", String(onlyPair));
    for (const hider of hiders) hider.refresh();
  };
  refreshers.set(made, refresh);
  refresh();
  return made;
}

// What has to be done anew when what is checked or hidden has changed: kept with the element, gone with it.
export const refreshers = new WeakMap<HTMLElement, () => void>();

export function hideButton(
  app: App,
  object: number,
  name: string,
  testid: string,
): { element: HTMLButtonElement; refresh(): void } {
  const button = actionButton("", kActionPaths.hide, testid, () => {
    const hidden = new Set(app.state.hidden);
    if (!hidden.delete(object)) hidden.add(object);
    app.patch({ hidden });
  });
  const label = button.lastElementChild!;
  const refresh = (): void => {
    const hidden = app.state.hidden.has(object);
    label.replaceChildren(hidden ? "Show " : "Hide ", element("bdi", { class: "name" }, name));
    button.setAttribute("aria-pressed", String(hidden));
  };
  refresh();
  return { element: button, refresh };
}
