import assert from "node:assert/strict";
import { test } from "node:test";
import { compiled } from "./compiled.mjs";

const { courseOf, courseText, eventsOf, phaseAt } = await compiled("time/course.ts");

const kinds = (course) => course.phases.map(({ kind, from, to }) => [kind, from, to]);
const bracket = (lower, upper) => ({ lower, upper });
const text = (raw, interval = [0, 1]) => courseText(courseOf(raw, interval), interval);

test("never, once, twice, to the end", () => {
  assert.deepEqual(kinds(courseOf({ status: "clear", contact: null, intervals: [] }, [0, 1])), [["apart", 0, 1]]);
  assert.equal(text({ status: "clear", contact: null }), "apart throughout");
  const once = {
    status: "contact",
    contact: bracket(0.25, 0.25),
    intervals: [{ begin: bracket(0.25, 0.25), end: bracket(0.5, 0.5) }],
  };
  assert.deepEqual(kinds(courseOf(once, [0, 1])), [
    ["apart", 0, 0.25],
    ["contact", 0.25, 0.5],
    ["apart", 0.5, 1],
  ]);
  assert.equal(text(once), "apart until 0.25, in contact until 0.5, apart until the end");
  const twice = { ...once, intervals: [...once.intervals, { begin: bracket(0.75, 0.8), end: bracket(1, 1) }] };
  assert.deepEqual(kinds(courseOf(twice, [0, 1])).slice(3), [
    ["edge", 0.75, 0.8],
    ["contact", 0.8, 1],
  ]);
  assert.equal(
    text(twice),
    "apart until 0.25, in contact until 0.5, apart until [0.75, 0.8], in contact until the end",
  );
  assert.deepEqual(eventsOf(courseOf(twice, [0, 1])), [0.25, 0.5, 0.8, 1]);
  const always = {
    status: "already",
    contact: bracket(0, 0),
    intervals: [{ begin: bracket(0, 0), end: bracket(1, 1) }],
  };
  assert.equal(text(always), "in contact throughout");
});

test("a closed interval of contact has both its ends", () => {
  const course = courseOf(
    {
      status: "contact",
      contact: bracket(0.25, 0.25),
      intervals: [{ begin: bracket(0.25, 0.25), end: bracket(0.5, 0.6) }],
    },
    [0, 1],
  );
  assert.equal(phaseAt(course, 0.25).kind, "contact");
  assert.equal(phaseAt(course, 0.24).kind, "apart");
  assert.equal(phaseAt(course, 0.5).kind, "contact");
  assert.equal(phaseAt(course, 0.55).kind, "edge");
  assert.equal(phaseAt(course, 0.7).kind, "apart");
  assert.equal(phaseAt(course, 7).kind, "unknown");
});

test("a graze is an instant", () => {
  const root = {
    root: { vertex_of: "a", vertex: 7, face: [6, 0, 4] },
    between: [0.3333333333333333, 0.33333333333333337],
  };
  const graze = {
    status: "contact",
    contact: { lower: 0.33333333, upper: root },
    intervals: [{ begin: bracket(root, root), end: bracket(root, root) }],
  };
  assert.equal(
    text(graze),
    "apart until 0.3333333333…, in contact for an instant at 0.3333333333…, apart until the end",
  );
  // One that lasts through no double has one bracket as begin and end.
  const short = {
    status: "contact",
    contact: bracket(0.4, 0.4),
    intervals: [{ begin: bracket(0.25, 0.5), end: bracket(0.25, 0.5) }],
  };
  assert.match(text(short), /in contact for an instant at/);
});

test("what nobody said is not made up", () => {
  const first = { status: "contact", contact: bracket(0.25, 0.5) };
  assert.deepEqual(kinds(courseOf(first, [0, 1])), [
    ["apart", 0, 0.25],
    ["edge", 0.25, 0.5],
    ["contact", 0.5, 0.5],
    ["unknown", 0.5, 1],
  ]);
  assert.equal(text(first), "apart until [0.25, 0.5], not told until the end");
  const undecided = { status: "undecided", contact: bracket(0.25, null) };
  assert.equal(text(undecided), "apart until 0.25, not told until the end");
  const until = {
    status: "contact",
    contact: bracket(0.25, 0.25),
    intervals: [{ begin: bracket(0.25, 0.25), end: bracket(0.5, 0.5) }],
    decided_until: 0.75,
  };
  assert.equal(text(until), "apart until 0.25, in contact until 0.5, apart until 0.75, not told until the end");
});

test("whatever is in the file has a course", () => {
  for (const raw of [
    null,
    3,
    {},
    { status: 1 },
    { status: "separated" },
    { status: "contact" },
    { status: "contact", contact: "soon" },
    { status: "contact", contact: bracket(0.5, 0.5), intervals: 3 },
    { status: "contact", contact: bracket(0.5, 0.5), intervals: [null] },
    { status: "contact", contact: bracket(0.5, 0.5), intervals: [{ begin: bracket(0.5, null), end: bracket(1, 1) }] },
    { status: "already", timeline: 3, gaps: "x" },
  ]) {
    const course = courseOf(raw, [0, 1]);
    assert.notEqual(course.problem, "", JSON.stringify(raw));
    assert.deepEqual(kinds(course), [["unknown", 0, 1]]);
    assert.equal(courseText(course, [0, 1]), course.problem);
  }
  // Out of order, beyond the interval: cut, not drawn twice.
  const wild = courseOf(
    {
      status: "contact",
      contact: bracket(-5, -5),
      intervals: [
        { begin: bracket(3, 3), end: bracket(9, 9) },
        { begin: bracket(-1, -1), end: bracket(0.5, 0.5) },
      ],
    },
    [0, 1],
  );
  assert.ok(wild.phases.every(({ from, to }) => 0 <= from && from <= to && to <= 1));
  assert.deepEqual(kinds(courseOf({ status: "clear" }, [2, 2])), [["apart", 2, 2]]);
});

test("spans of the timelines", () => {
  const course = courseOf(
    {
      status: "clear",
      timeline: { kind: "timeline", spans: [{ from: 0, to: 0.5 }, { to: "3/4" }, null, { to: "x" }] },
      gaps: [null, { spans: [{ to: 1 }] }],
    },
    [0, 1],
  );
  assert.deepEqual(course.spans, [0.5, 0.75, 1]);
});
