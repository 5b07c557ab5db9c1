// Colours of bodies: who is chosen, hidden, faint; and that nobody has to tell red from green.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compiled } from "./compiled.mjs";

const { lookOf, tones } = await compiled("stage/looks.ts");

const state = (change = {}) => ({
  object: null,
  part: null,
  hidden: new Set(),
  opacity: 1,
  onlyPair: false,
  layers: { parts: false },
  ...change,
});
const body = (object) => ({ object, part: 0, leftOut: false });

test("bodies of the chosen pair have their colours, the others are grey and faint", () => {
  const tone = tones(false);
  const pair = { a: 2, b: 0 };
  assert.equal(lookOf(state(), tone, pair, false, 5, body(2)).color, tone.a);
  assert.equal(lookOf(state(), tone, pair, false, 5, body(0)).color, tone.b);
  assert.equal(lookOf(state(), tone, pair, false, 5, body(1)).color, tone.others);
  assert.equal(lookOf(state(), tone, pair, false, 5, body(2)).alpha, 1);
  assert.ok(lookOf(state(), tone, pair, true, 5, body(2)).alpha < 1, "one sees into bodies that share points");
  assert.ok(lookOf(state(), tone, pair, false, 5, body(1)).alpha < 0.4);
  assert.ok(lookOf(state(), tone, pair, false, 500, body(1)).alpha < 0.2);
  assert.ok(lookOf(state({ onlyPair: true }), tone, pair, false, 5, body(1)).alpha < 0.1);
  assert.equal(
    lookOf(state({ object: 1 }), tone, pair, false, 5, body(1)).alpha,
    1,
    "but one that was chosen by itself",
  );
});

test("hidden is not there, left out is seen through, no opacity makes a body vanish", () => {
  const tone = tones(true);
  assert.equal(lookOf(state({ hidden: new Set([3]) }), tone, null, false, 5, body(3)).alpha, 0);
  assert.ok(lookOf(state(), tone, null, false, 5, { ...body(3), leftOut: true }).alpha < 0.5);
  assert.ok(lookOf(state({ opacity: 0 }), tone, null, false, 5, body(3)).alpha > 0);
});

// Linear light as eyes see it that lack the long or the middle cones (Viénot, Brettel, Mollon 1999).
const lacks = {
  nothing: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  long: [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
  middle: [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
};

function lab(rgb, matrix) {
  const linear = rgb.map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
  const seen = matrix.map((row) =>
    Math.max(
      0,
      row.reduce((sum, c, k) => sum + c * linear[k], 0),
    ),
  );
  const [x, y, z] = [
    [0.4124, 0.3576, 0.1805],
    [0.2126, 0.7152, 0.0722],
    [0.0193, 0.1192, 0.9505],
  ]
    .map((row, i) => row.reduce((sum, c, k) => sum + c * seen[k], 0) / [0.9505, 1, 1.089][i])
    .map((t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

test("a and b are told apart from each other and from the others by everybody, light and dark", () => {
  for (const dark of [false, true])
    for (const [what, matrix] of Object.entries(lacks)) {
      const tone = tones(dark);
      const far = (one, other) => Math.hypot(...lab(one, matrix).map((x, k) => x - lab(other, matrix)[k]));
      assert.ok(far(tone.a, tone.b) > 60, `a and b, lacking ${what}: ${far(tone.a, tone.b)}`);
      assert.ok(
        far(tone.inks.a, tone.inks.b) > 50,
        `marks of a and b, lacking ${what}: ${far(tone.inks.a, tone.inks.b)}`,
      );
      for (const one of [tone.a, tone.b])
        assert.ok(far(one, tone.others) > 25, `lacking ${what}: ${far(one, tone.others)}`);
    }
});
