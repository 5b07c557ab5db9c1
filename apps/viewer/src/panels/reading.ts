// Question: what does a pair of a result say, if it says anything?
// Method:   every field is looked at before it is used; what cannot be read is told in one sentence, as a row of the
//           table like any other.
import type { Page, ResultFile } from "../page_data";
import { bracketText, isRecord, readBracket, type BracketValue } from "../brackets";

export type Status =
  | "penetrating"
  | "intersecting"
  | "undecided"
  | "touching"
  | "separated" // at rest
  | "already"
  | "contact"
  | "clear" // in motion
  | "unreadable";

const kStatuses: readonly string[] = [
  "penetrating",
  "intersecting",
  "undecided",
  "touching",
  "separated",
  "already",
  "contact",
  "clear",
];
export const kVerdicts: readonly string[] = ["clash", "undecided", "near", "touching", "clear"];

export interface PairRow {
  index: number; // in result.pairs
  a: string;
  b: string;
  status: Status;
  verdict: string; // "" where there is none
  kind: "gap" | "depth" | "time" | "none"; // of `size`
  size: BracketValue | null;
  change: "new" | "still" | "";
  problem: string; // why it cannot be read; "" else
}

export function rawPair(page: Page, index: number): Record<string, unknown> | null {
  const raw = page.entries[index];
  return isRecord(raw) ? raw : null;
}

export function unitOf(page: Page): string {
  const unit: unknown = page.result?.unit;
  return typeof unit === "string" && unit.length <= 12 ? unit : "";
}

export function isMotion(result: ResultFile | null): boolean {
  return (result?.query as unknown) === "move";
}

function nameOf(raw: unknown): string | null {
  return typeof raw === "string" ? raw : null;
}

export function readRow(raw: unknown, index: number): PairRow {
  const row: PairRow = {
    index,
    a: "?",
    b: "?",
    status: "unreadable",
    verdict: "",
    kind: "none",
    size: null,
    change: "",
    problem: "",
  };
  const fail = (problem: string): PairRow => ({ ...row, status: "unreadable", problem });
  if (!isRecord(raw)) return fail("this entry of the result is no pair");
  const a = nameOf(raw.a),
    b = nameOf(raw.b);
  row.a = a ?? "?";
  row.b = b ?? "?";
  if (a === null || b === null) return fail(`the name of ${a === null ? "a" : "b"} is missing or no text`);
  if (raw.change === "new" || raw.change === "still") row.change = raw.change;
  if (typeof raw.verdict === "string") row.verdict = raw.verdict;
  if (typeof raw.status !== "string") return fail("its status is missing or no text");
  if (!kStatuses.includes(raw.status)) return fail(`its status is not a known one: ${raw.status.slice(0, 80)}`);
  if (row.verdict !== "" && !kVerdicts.includes(row.verdict))
    return fail(`its verdict is not a known one: ${row.verdict.slice(0, 80)}`);
  const status = raw.status as Status;
  const wants = fieldOfSize(status);
  if (wants !== null && raw[wants.field] !== undefined && raw[wants.field] !== null) {
    const size = readBracket(raw[wants.field]);
    if (!size) return fail(`its ${wants.field} cannot be read`);
    row.size = size;
    row.kind = wants.kind;
  }
  row.status = status;
  return row;
}

function fieldOfSize(status: Status): { field: string; kind: "gap" | "depth" | "time" } | null {
  if (status === "separated") return { field: "distance", kind: "gap" };
  if (status === "penetrating") return { field: "depth", kind: "depth" };
  if (status === "contact" || status === "already") return { field: "contact", kind: "time" };
  return null;
}

const known = new WeakMap<Page, readonly PairRow[]>();

// Read once: a page's result never changes.
export function readRows(page: Page): readonly PairRow[] {
  let rows = known.get(page);
  if (!rows) known.set(page, (rows = page.entries.map(readRow)));
  return rows;
}

const kStatusWords: Record<Status, string> = {
  penetrating: "penetrating",
  intersecting: "intersecting",
  undecided: "undecided",
  touching: "touching",
  separated: "separated",
  already: "in contact from the start",
  contact: "comes into contact",
  clear: "never in contact",
  unreadable: "unreadable",
};

export function statusWord(status: Status): string {
  return kStatusWords[status];
}

// "depth 50 mm", "gap 3 ± 3e-11", "at 0.5499999999…", "no depth: surfaces".
export function sizeText(row: PairRow, unit: string): string {
  if (row.status === "unreadable") return "";
  if (row.size) {
    if (row.kind === "time") return `at ${bracketText(row.size)}`;
    return `${row.kind} ${bracketText(row.size, unit)}`;
  }
  if (row.status === "intersecting") return "surfaces: no depth";
  if (row.status === "penetrating") return "depth not asked for";
  return "";
}
