import assert from "node:assert/strict";
import { test } from "node:test";
import { compiled } from "./compiled.mjs";

const { bracketDetail, bracketText, digitsOf, endText, nextDown, nextUp, pointText, readBracket, readEnd, shortText } =
  await compiled("brackets.ts");

const short = (lower, upper, unit) => bracketText(readBracket({ lower, upper }), unit);
const full = (lower, upper, unit) => bracketDetail(readBracket({ lower, upper }), unit);

test("an exact number stands alone", () => {
  assert.equal(short(50, 50, "mm"), "50 mm");
  assert.equal(short(0, 0), "0");
  assert.equal(short(-0, 0), "0");
  assert.equal(short(0.1, 0.1), "0.1");
  assert.equal(full(50, 50, "mm"), "exactly 50 mm");
});

test("digits of a narrow bracket are those that both ends have", () => {
  assert.equal(short(1.4571428571428369, 1.4571428571429095), "1.457142857…");
  assert.equal(short(0.44721359549995787, 0.44721359549995793), "0.4472135954…");
  assert.equal(short(-1.4571428571429095, -1.4571428571428369), "-1.457142857…");
  assert.equal(short(1.23456e-7, 1.23457e-7), "1.2345…e-7");
  assert.equal(short(1.234567e25, 1.234568e25, "m"), "1.23456…e25 m");
});

test("a bracket around a round number says how far it reaches", () => {
  assert.equal(short(2.999999999992217, 3.0000000000207505), "3 ± 3e-11");
  assert.equal(short(0.9999999999999822, 1.0000000000000178), "1 ± 2e-14");
  assert.equal(short(-4.041211809635572e-14, 4.041211809635572e-14), "0 ± 5e-14");
});

test("a wide bracket is a range, rounded outward", () => {
  assert.equal(short(48.7, 50, "mm"), "[48.7, 50] mm");
  assert.equal(short(0.1, 0.2), "[0.1, 0.2]");
  assert.equal(short(48.712345, 50.98765), "[48.71, 50.99]");
  assert.equal(short(0, 1.23456789), "[0, 1.235]");
  assert.equal(short(-1.23456789, 2), "[-1.235, 2]");
});

test("ends that are no numbers", () => {
  assert.equal(short(2, "inf"), "at least 2");
  assert.equal(short(Number.MAX_VALUE, "inf", "mm"), "unbounded mm");
  assert.equal(short("1/3", "1/3"), "1/3");
  assert.equal(full("1/3", "1/3"), "exactly 1/3");
  assert.equal(short(0.25, null), "from 0.25");
  assert.equal(full(0.25, null), "0.25 or more; no upper end is known");
  const root = {
    root: { vertex_of: "a", vertex: 7, face: [6, 0, 4] },
    between: [0.3333333333333333, 0.33333333333333337],
  };
  assert.equal(short(root, root), "0.3333333333…");
  assert.equal(full(root, root), "root between 0.3333333333333333 and 0.33333333333333337");
  assert.equal(endText(readEnd("7/2"), "s"), "7/2 s");
});

test("fractions become the doubles around them", () => {
  assert.deepEqual([readEnd("1/2").low, readEnd("1/2").high], [0.5, 0.5]);
  const third = readEnd("1/3");
  assert.ok(third.low < 1 / 3 && 1 / 3 < third.high);
  assert.equal(readEnd("-7").low, -7);
  const long = readEnd(`${10n ** 400n}/${3n * 10n ** 400n}`);
  assert.ok(long.low <= 1 / 3 && long.high >= 1 / 3 && long.high - long.low < 1e-15);
  assert.equal(readEnd(`1/${10n ** 330n}`).low <= 0, true);
});

test("neighbours", () => {
  assert.equal(nextUp(1), 1 + Number.EPSILON);
  assert.equal(nextDown(1), 1 - Number.EPSILON / 2);
  assert.equal(nextUp(0), Number.MIN_VALUE);
  assert.equal(nextDown(0), -Number.MIN_VALUE);
  assert.equal(nextUp(-1), -1 + Number.EPSILON / 2);
});

test("what cannot be read is null, whatever it is", () => {
  for (const raw of [
    undefined,
    null,
    "NaN",
    "1/0",
    "1e5",
    "",
    " 1",
    "0x10",
    NaN,
    Infinity,
    {},
    [],
    true,
    { between: [1] },
    { root: 1, between: [2, 1] },
    { root: {}, between: ["inf", "inf"] },
    "9".repeat(1e6),
  ])
    assert.equal(readEnd(raw), null, String(raw).slice(0, 20));
  for (const raw of [
    undefined,
    null,
    3,
    "x",
    [],
    {},
    { lower: 1 },
    { lower: "NaN", upper: 1 },
    { lower: 2, upper: 1 },
    { lower: 1, upper: "many" },
  ])
    assert.equal(readBracket(raw), null, JSON.stringify(raw));
});

test("points", () => {
  assert.equal(pointText([1, 0.5, -2]), "(1, 0.5, -2)");
  assert.equal(pointText([-1.3877787807814457e-17, 1 / 3, 123456789]), "(-1.38778e-17, 0.333333, 123457000)");
  assert.equal(digitsOf(1e21), "1e21");
  assert.equal(digitsOf(123456789012), "123456789012");
});

// The promise of all short texts: the number meant is where the text says.
function holds(text, low, high) {
  const [from, to] = rangeOf(text);
  return from <= low && high <= to;
}

function rangeOf(text) {
  const pair = /^\[(.*), (.*)\]$/.exec(text);
  if (pair) return [Number(pair[1]), Number(pair[2])];
  const radius = /^(.*) ± (.*)$/.exec(text);
  if (radius) return [Number(radius[1]) - Number(radius[2]), Number(radius[1]) + Number(radius[2])];
  const open = /^(-?)(\d+\.?\d*)…(e-?\d+)?$/.exec(text);
  if (!open) return [Number(text), Number(text)];
  const places = (open[2].split(".")[1] ?? "").length;
  const least = Number(open[2] + (open[3] ?? ""));
  const most = least + Number(`1e${-places}`) * Number(`1${open[3] ?? ""}`) * (1 + 1e-9);
  return open[1] === "-" ? [-most, -least] : [least, most];
}

test("every short text holds its bracket", () => {
  let seed = 1;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  for (let i = 0; i < 20_000; ++i) {
    const low = (random() - 0.3) * 10 ** Math.floor(random() * 24 - 12);
    const high = low + Math.abs(low) * random() * 10 ** -Math.floor(random() * 17);
    const text = shortText(low, high);
    // A sum of two doubles in rangeOf() rounds.
    const slack = Math.abs(low) * 4e-16;
    assert.ok(holds(text, low + slack, high - slack), `${low} ${high} ${text}`);
    assert.ok(text.length < 40, text);
  }
});
