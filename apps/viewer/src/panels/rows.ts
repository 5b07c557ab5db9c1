// Question: which rows of the table are shown, and in which order?
// Method:   two numbers a row for each order, made once; filters are sets of keys, "or" within a group of them and
//           "and" between groups.
// Cost:     some tens of milliseconds for 100,000 pairs.
import type { PairStanding, Standing } from "../app";
import { kVerdicts, type PairRow, type Status } from "./reading";

// Worst first. What cannot be read comes before what nobody could decide: either wants a look.
const kRank: Record<Status, number> = {
  already: 0,
  penetrating: 1,
  contact: 2,
  intersecting: 3,
  unreadable: 4,
  undecided: 5,
  touching: 6,
  separated: 8,
  clear: 9,
};
const kNear = 7;

function rankOf(row: PairRow): number {
  if (row.status === "unreadable") return kRank.unreadable;
  if (row.verdict === "touching") return kRank.touching; // within the tolerance, however deep
  if (row.verdict === "undecided") return kRank.undecided;
  return row.verdict === "near" ? kNear : kRank[row.status];
}

// Depths fall, gaps and times rise; what has no number comes last among its equals.
function weightOf(row: PairRow): number {
  if (!row.size) return Infinity;
  return row.kind === "depth" ? -row.size.lower.low : row.size.lower.low;
}

const kOrders = ["severity", "status", "names", "size", "mark", "change", "file"] as const;
export type Order = (typeof kOrders)[number];

export function readOrder(text: string): { order: Order; reverse: boolean } {
  const reverse = text.startsWith("-");
  const order = kOrders.find((known) => known === (reverse ? text.slice(1) : text));
  return order ? { order, reverse } : { order: "severity", reverse: false };
}

const kMarkRank: Record<Standing, number> = { fails: 0, unproved: 1, pending: 2, verified: 3 };
const kChangeRank = { new: 0, still: 1, "": 2 };

const collator = new Intl.Collator(undefined, { numeric: true });

// The place of each name among all names: bodies are far fewer than pairs, and numbers are compared faster.
function placesOfNames(rows: readonly PairRow[]): Map<string, number> {
  const names = [...new Set(rows.flatMap(({ a, b }) => [a, b]))].sort(collator.compare);
  return new Map(names.map((name, place) => [name, place]));
}

export function orderRows(rows: readonly PairRow[], text: string, standings: readonly PairStanding[]): Uint32Array {
  const { order, reverse } = readOrder(text);
  const rank = Float64Array.from(rows, rankOf);
  const weight = Float64Array.from(rows, weightOf);
  const severity = (i: number, j: number) =>
    rank[i]! - rank[j]! || (weight[i]! < weight[j]! ? -1 : weight[i]! > weight[j]! ? 1 : 0) || i - j;
  const kinds = { depth: 0, gap: 1, time: 2, none: 3 };
  const places = order === "names" ? placesOfNames(rows) : new Map<string, number>();
  const first = Float64Array.from(order === "names" ? rows : [], ({ a }) => places.get(a)!);
  const second = Float64Array.from(order === "names" ? rows : [], ({ b }) => places.get(b)!);
  const mark = (i: number) => kMarkRank[standings[i]?.standing ?? "pending"] ?? 2;
  const compare: Record<Order, (i: number, j: number) => number> = {
    severity,
    status: (i, j) => kRank[rows[i]!.status] - kRank[rows[j]!.status] || severity(i, j),
    names: (i, j) => first[i]! - first[j]! || second[i]! - second[j]! || i - j,
    size: (i, j) => kinds[rows[i]!.kind] - kinds[rows[j]!.kind] || severity(i, j),
    mark: (i, j) => mark(i) - mark(j) || severity(i, j),
    change: (i, j) => kChangeRank[rows[i]!.change] - kChangeRank[rows[j]!.change] || severity(i, j),
    file: (i, j) => i - j,
  };
  const sorted = Uint32Array.from(rows.keys()).sort(compare[order]);
  return reverse ? sorted.reverse() : sorted;
}

// ---- Filters

const kGroups = ["status", "verdict", "mark", "change"] as const;
export type Group = (typeof kGroups)[number];

export interface Facet {
  key: string; // "status:penetrating"
  group: Group;
  value: string;
  count: number;
}

function valueIn(group: Group, row: PairRow, standings: readonly PairStanding[]): string {
  if (group === "status") return row.status;
  if (group === "verdict") return kVerdicts.includes(row.verdict) ? row.verdict : "";
  if (group === "mark") return standings[row.index]?.standing ?? "pending";
  return row.change;
}

// Case and the many ways to write one letter do not matter; nothing in the text has a meaning of its own.
export function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

export class RowFilter {
  private readonly names = new Map<string, string>();

  constructor(private readonly rows: readonly PairRow[]) {}

  private foldedName(name: string): string {
    let known = this.names.get(name);
    if (known === undefined) this.names.set(name, (known = folded(name)));
    return known;
  }

  // Both which rows pass, and how many would for each value of a group, the other groups being as they are.
  apply(
    search: string,
    keys: ReadonlySet<string>,
    standings: readonly PairStanding[],
  ): { passes: Uint8Array; facets: Facet[] } {
    const wanted = folded(search.trim());
    const chosen = kGroups.map(
      (group) =>
        new Set([...keys].filter((key) => key.startsWith(`${group}:`)).map((key) => key.slice(group.length + 1))),
    );
    const counts = kGroups.map(() => new Map<string, number>());
    const passes = new Uint8Array(this.rows.length);
    this.rows.forEach((row, i) => {
      if (wanted !== "" && !this.foldedName(row.a).includes(wanted) && !this.foldedName(row.b).includes(wanted)) return;
      let failed = -1;
      let failures = 0;
      const values = kGroups.map((group) => valueIn(group, row, standings));
      values.forEach((value, g) => {
        if (chosen[g]!.size > 0 && !chosen[g]!.has(value)) {
          ++failures;
          failed = g;
        }
      });
      if (failures === 0) passes[i] = 1;
      if (failures > 1) return;
      values.forEach((value, g) => {
        if (value !== "" && (failures === 0 || failed === g)) counts[g]!.set(value, (counts[g]!.get(value) ?? 0) + 1);
      });
    });
    const facets = kGroups.flatMap((group, g) => {
      const values = new Set([...counts[g]!.keys(), ...chosen[g]!]);
      return [...values]
        .sort((x, y) => facetRank(group, x) - facetRank(group, y))
        .map((value) => ({ key: `${group}:${value}`, group, value, count: counts[g]!.get(value) ?? 0 }));
    });
    return { passes, facets };
  }
}

function facetRank(group: Group, value: string): number {
  if (group === "status") return kRank[value as Status] ?? 99;
  if (group === "verdict") return kVerdicts.indexOf(value);
  if (group === "mark") return kMarkRank[value as Standing] ?? 9;
  return value === "new" ? 0 : 1;
}

export function shownRows(ordered: Uint32Array, passes: Uint8Array): Uint32Array {
  return ordered.filter((i) => passes[i] === 1);
}
