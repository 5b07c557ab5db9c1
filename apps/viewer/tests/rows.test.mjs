import assert from "node:assert/strict";
import { test } from "node:test";
import { compiled } from "./compiled.mjs";

const { readRow, sizeText, statusWord } = await compiled("panels/reading.ts");
const { orderRows, RowFilter, shownRows, folded } = await compiled("panels/rows.ts");

const raw = [
  { a: "far", b: "x", status: "separated", verdict: "clear", distance: { lower: 9, upper: 9 } },
  { a: "flush", b: "x", status: "touching", verdict: "touching", distance: { lower: 0, upper: 0 } },
  { a: "shallow", b: "x", status: "penetrating", verdict: "clash", depth: { lower: 1, upper: 2 } },
  { a: "deep", b: "x", status: "penetrating", verdict: "clash", depth: { lower: 5, upper: 5 }, change: "new" },
  { a: "sheet", b: "x", status: "intersecting", verdict: "clash", change: "still" },
  { a: "close", b: "x", status: "separated", verdict: "near", distance: { lower: 0.5, upper: 0.5 } },
  { a: "allowed", b: "x", status: "penetrating", verdict: "touching", depth: { lower: 0.001, upper: 0.001 } },
  { a: "unsure", b: "x", status: "penetrating", verdict: "undecided", depth: { lower: 0, upper: 7 } },
  { a: "broken", b: "x", status: "fine" },
  { a: "no depth", b: "x", status: "penetrating", verdict: "clash" },
];
const rows = raw.map(readRow);
const pending = rows.map(() => ({ standing: "pending", reason: "" }));
const names = (order) => [...order].map((i) => rows[i].a);

test("the worst first", () => {
  assert.deepEqual(names(orderRows(rows, "severity", pending)), [
    "deep",
    "shallow",
    "no depth",
    "sheet",
    "broken",
    "unsure",
    "allowed",
    "flush",
    "close",
    "far",
  ]);
  assert.equal(names(orderRows(rows, "-severity", pending))[0], "far");
});

test("pairs in motion by the time of their first contact", () => {
  const moving = [
    { a: "late", b: "x", status: "contact", contact: { lower: 2, upper: 2 } },
    { a: "never", b: "x", status: "clear", contact: null },
    { a: "soon", b: "x", status: "contact", contact: { lower: "1/3", upper: { root: {}, between: [0.33, 0.34] } } },
    { a: "from the start", b: "x", status: "already", contact: { lower: 0, upper: 0 } },
    { a: "unsure", b: "x", status: "undecided", contact: { lower: 0.1, upper: null } },
  ].map(readRow);
  const order = orderRows(moving, "severity", []);
  assert.deepEqual(
    [...order].map((i) => moving[i].a),
    ["from the start", "soon", "late", "unsure", "never"],
  );
  assert.equal(sizeText(moving[0], "mm"), "at 2");
});

test("other orders", () => {
  assert.deepEqual(names(orderRows(rows, "names", pending)).slice(0, 3), ["allowed", "broken", "close"]);
  assert.deepEqual(
    names(orderRows(rows, "file", pending)),
    raw.map(({ a }) => a),
  );
  assert.equal(names(orderRows(rows, "change", pending))[0], "deep");
  const marks = rows.map((_, i) => ({ standing: i === 5 ? "fails" : "verified", reason: "" }));
  assert.equal(names(orderRows(rows, "mark", marks))[0], "close");
  assert.deepEqual(orderRows(rows, "<script>", pending), orderRows(rows, "severity", pending));
  const numbered = [
    { a: "bolt 10", b: "" },
    { a: "bolt 9", b: "" },
  ].map((pair) => readRow({ ...pair, status: "touching" }, 0));
  assert.deepEqual([...orderRows(numbered, "names", [])], [1, 0]);
});

test("filters: within a group either, between groups both", () => {
  const filter = new RowFilter(rows);
  const shown = (search, ...keys) =>
    names(shownRows(orderRows(rows, "file", pending), filter.apply(search, new Set(keys), pending).passes));
  assert.deepEqual(shown("", "status:touching", "status:intersecting"), ["flush", "sheet"]);
  assert.deepEqual(shown("", "status:penetrating", "verdict:clash"), ["shallow", "deep", "no depth"]);
  assert.deepEqual(shown("", "change:new"), ["deep"]);
  assert.deepEqual(shown("", "mark:verified"), []);
  assert.deepEqual(shown("DEEP"), ["deep"]);
  assert.deepEqual(shown(".*"), []);
  assert.deepEqual(
    shown("", "nonsense", "status"),
    raw.map(({ a }) => a),
  );
  const { facets } = filter.apply("", new Set(["status:penetrating"]), pending);
  const count = (key) => facets.find((facet) => facet.key === key)?.count;
  assert.equal(count("status:touching"), 1); // as it would be, had that been chosen
  assert.equal(count("verdict:clash"), 3);
  assert.equal(count("verdict:near"), undefined);
});

test("names are found however they are written", () => {
  const list = [
    { a: "Größe", b: "ﬁne" },
    { a: "Ｅｎｇｉｎｅ", b: "e\u0301tage" },
    { a: "صمام", b: "🔩 bolt" },
    { a: "<b>", b: "a&b" },
  ].map((pair, i) => readRow({ ...pair, status: "touching" }, i));
  const filter = new RowFilter(list);
  const found = (search) => [...filter.apply(search, new Set(), []).passes].flatMap((passes, i) => (passes ? [i] : []));
  assert.deepEqual(found("GRÖSSE"), []); // ß is no ss here
  assert.deepEqual(found("größe"), [0]);
  assert.deepEqual(found("fine"), [0]);
  assert.deepEqual(found("engine"), [1]);
  assert.deepEqual(found("ÉTAGE"), [1]);
  assert.deepEqual(found("صمام"), [2]);
  assert.deepEqual(found("🔩"), [2]);
  assert.deepEqual(found("<b"), [3]);
  assert.equal(folded("A"), "a");
});

test("a row for whatever is in the file", () => {
  const hostile = [
    null,
    3,
    "x",
    [],
    {},
    { a: 1, b: 2 },
    { a: "x" },
    { a: "x", b: "y" },
    { a: "x", b: "y", status: 3 },
    { a: "x", b: "y", status: "separated", distance: { lower: "NaN", upper: 1 } },
    { a: "x", b: "y", status: "separated", distance: 3 },
    { a: "x", b: "y", status: "penetrating", depth: { lower: 1 } },
    { a: "x", b: "y", status: "contact", contact: [] },
    { a: "x", b: "y", status: "separated", verdict: "splendid" },
    { a: "x", b: "y", status: "constructor" },
  ];
  const read = hostile.map(readRow);
  for (const row of read) {
    assert.equal(row.status, "unreadable");
    assert.notEqual(row.problem, "");
    assert.equal(statusWord(row.status), "unreadable");
    assert.equal(sizeText(row, "mm"), "");
  }
  assert.equal(orderRows(read, "severity", []).length, hostile.length);
  assert.equal(readRow({ a: "x", b: "y", status: "separated" }, 0).status, "separated");
});

test("a hundred thousand pairs within a second", () => {
  const many = Array.from({ length: 100_000 }, (_, i) =>
    readRow(
      {
        a: `part ${i % 997}`,
        b: `part ${i % 1013}`,
        status: "separated",
        distance: { lower: (i * 7919) % 104729, upper: 104729 },
      },
      i,
    ),
  );
  const start = performance.now();
  const order = orderRows(many, "severity", []);
  const { passes } = new RowFilter(many).apply("part 99", new Set(["status:separated"]), []);
  const shown = shownRows(order, passes);
  assert.ok(shown.length > 0 && shown.length < many.length);
  assert.ok(performance.now() - start < 1000, `${performance.now() - start} ms`);
});
