import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { compiled, noProgram, program, root } from "./compiled.mjs";

const { applyPose, compose, motionsOf, moves, readPose } = await compiled("time/motion.ts");

const scene = (object, interval = [0, 2]) => ({
  format: "clearance-scene-1",
  objects: [{ name: "x", ...object }],
  interval,
});
const placed = (object, time, point = [0, 0, 0], interval = [0, 2]) =>
  applyPose(motionsOf(scene(object, interval))(0, time), point);
const near = (found, wanted, tolerance = 1e-14) =>
  assert.ok(Math.hypot(...found.map((x, i) => x - wanted[i])) <= tolerance, `${found} instead of ${wanted}`);
const half = Math.PI;

test("at rest, and along a line from the beginning of the interval", () => {
  near(placed({ pose: { t: [1, 2, 3] } }, 1), [1, 2, 3]);
  near(placed({ pose: { t: [1, 0, 0] }, motion: { velocity: [0, 2, 0] } }, 13, [0, 0, 0], [10, 20]), [1, 6, 0]);
  // There is no time outside the interval.
  near(placed({ motion: { velocity: [0, 2, 0] } }, 99, [0, 0, 0], [10, 20]), [0, 20, 0]);
  near(placed({ pose: { q: [1, 0, 0, 1], t: [0, 0, 0] }, motion: { velocity: [1, 0, 0] } }, 2, [1, 0, 0]), [2, 1, 0]);
});

test("a parabola", () => {
  const thrown = { pose: { t: [0, 0, 1] }, motion: { ballistic: { velocity: [3, 0, 20], acceleration: [0, 0, -10] } } };
  near(placed(thrown, 2, [0, 0, 0], [0, 4]), [6, 0, 21]);
  near(placed(thrown, 4, [0, 0, 0], [0, 4]), [12, 0, 1]);
});

test("turning about a centre that flies, in axes of the world", () => {
  const spinning = {
    motion: { ballistic: { velocity: [1, 0, 0], angular_velocity: [0, 0, half / 2], center: [1, 0, 0] } },
  };
  near(placed(spinning, 2, [1, 0, 0]), [3, 0, 0]);
  near(placed(spinning, 2, [2, 0, 0]), [2, 0, 0]);
  near(placed(spinning, 1, [2, 0, 0]), [2, 1, 0]);
  // The body's own x stands along the world's y; a quarter turn about the world's x takes it to z.
  const turned = {
    pose: { q: [1, 0, 0, 1], t: [0, 0, 0] },
    motion: { ballistic: { angular_velocity: [half / 2, 0, 0] } },
  };
  near(placed(turned, 1, [1, 0, 0]), [0, 0, 1]);
  const matrix = { pose: { R: [0, -1, 0, 1, 0, 0, 0, 0, 1], t: [0, 0, 0] }, motion: turned.motion };
  near(placed(matrix, 1, [1, 0, 0]), [0, 0, 1]);
});

test("from pose to pose: q as it is, of any length", () => {
  const quarter = { pose: { t: [0, 0, 0] }, motion: { to: { q: [1, 0, 0, 1], t: [4, 0, 0] } } };
  // Half way q is (1, 0, 0, 1/2): tangent 1/2 of the half angle, cosine 3/5, sine 4/5.
  near(placed(quarter, 1, [1, 0, 0]), [2.6, 0.8, 0]);
  near(placed(quarter, 2, [1, 0, 0]), [4, 1, 0]);
  // With q₁ three times as long half way is (2, 0, 0, 3/2): tangent 3/4, cosine 7/25, sine 24/25.
  const longer = { motion: { to: { q: [3, 0, 0, 3], t: [0, 0, 0] } } };
  near(placed(longer, 1, [1, 0, 0]), [7 / 25, 24 / 25, 0]);
  // −q is the same pose, reached the other way round: half way (1 − 1/√2, 0, 0, −1/√2)/2.
  const other = { motion: { to: { q: [-1, 0, 0, -1], t: [0, 0, 0] } } };
  near(placed(other, 1, [1, 0, 0]), [-1, 0, 0]);
  const huge = {
    pose: { q: [1e300, 0, 0, 0], t: [0, 0, 0] },
    motion: { to: { q: [1e300, 0, 0, 1e300], t: [4, 0, 0] } },
  };
  near(placed(huge, 1, [1, 0, 0]), [2.6, 0.8, 0]);
});

test("through keyframes, at absolute times", () => {
  const frames = [
    [10, [0, 0, 0]],
    [11, [1, 0, 0]],
    [13, [1, 4, 0]],
  ].map(([time, t]) => ({ time, pose: { q: [1, 0, 0, 0], t } }));
  const path = { motion: { keyframes: frames } };
  near(placed(path, 10.5, [0, 0, 0], [10, 13]), [0.5, 0, 0]);
  near(placed(path, 11, [0, 0, 0], [10, 13]), [1, 0, 0]);
  near(placed(path, 12, [0, 0, 0], [10, 13]), [1, 2, 0]);
  near(placed(path, 10, [0, 0, 0], [10.5, 13]), [0.5, 0, 0]); // the scene begins within the first leg
});

test("an offset stands in the moving frame", () => {
  const held = { pose: { q: [1, 0, 0, 1], t: [5, 0, 0] }, offset: { t: [1, 0, 0] }, motion: { velocity: [0, 0, 1] } };
  near(placed(held, 1), [5, 1, 1]);
  near(applyPose(compose({ R: [0, -1, 0, 1, 0, 0, 0, 0, 1], t: [0, 0, 0] }, { t: [1, 0, 0] }), [1, 0, 0]), [0, 2, 0]);
});

test("whatever is in the file stands somewhere", () => {
  for (const object of [
    null,
    3,
    {},
    { pose: 3 },
    { pose: { q: [0, 0, 0, 0], t: [1, 2] } },
    { motion: "fast" },
    { motion: { velocity: [1] } },
    { motion: { to: null } },
    { motion: { keyframes: [] } },
    { motion: { keyframes: [null, { time: "1" }] } },
    { motion: { ballistic: { velocity: "x", angular_velocity: [1e308, 1e308, 1e308] } } },
    { motion: { velocity: [1e308, 0, 0] } },
  ]) {
    const pose = motionsOf({ objects: [object], interval: [0, 1e10] })(0, 1e10);
    assert.ok(pose.t.every(Number.isFinite), JSON.stringify(object));
  }
  assert.deepEqual(motionsOf({ objects: "none" })(5, 1), { q: [1, 0, 0, 0], t: [0, 0, 0] });
  assert.deepEqual(readPose({ q: ["1", 0, 0, 0] }), { q: [1, 0, 0, 0], t: [0, 0, 0] });
  assert.equal(moves({ objects: [{ motion: {} }], interval: [1, 0] }), false);
});

// The program knows when two bodies are in contact. Bodies put where this module says, each at rest, must meet at just
// those times.
const clearance = (...words) => {
  try {
    return JSON.parse(
      execFileSync(program, [...words, "--json"], { maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] }),
    );
  } catch (error) {
    if (error.status !== 1) throw error;
    return JSON.parse(error.stdout);
  }
};

for (const name of ["thrown_gem", "tumbling_gem", "bullet", "spinning_rod", "late_valve", "wrong_key"])
  test(`the times of ${name} are those of the program`, { skip: noProgram }, () => {
    const file = join(root, "examples", `${name}.scene.json`);
    const moving = JSON.parse(readFileSync(file, "utf8"));
    const poses = motionsOf(moving);
    const folder = mkdtempSync(join(tmpdir(), "clearance-"));
    const statusesAt = (time) => {
      const objects = moving.objects.map((object, i) => ({
        name: object.name,
        shape: object.shape,
        pose: poses(i, time),
      }));
      const rest = join(folder, "rest.scene.json");
      writeFileSync(rest, JSON.stringify({ format: moving.format, objects }));
      return new Map(
        clearance("check", rest, "--status-only").pairs.map((pair) => [`${pair.a} ${pair.b}`, pair.status]),
      );
    };
    const answered = clearance("move", file);
    let met = 0;
    for (const pair of answered.pairs) {
      const key = `${pair.a} ${pair.b}`;
      for (const { begin, end } of pair.intervals ?? []) {
        const first = typeof begin.upper === "number" ? begin.upper : begin.upper.between[1];
        const last = typeof end.lower === "number" ? end.lower : end.lower.between[0];
        const [t0, t1] = answered.interval;
        const little = 1e-6 * (t1 - t0);
        if (first - little > t0)
          assert.equal(statusesAt(first - little).get(key), "separated", `${key} before ${first}`);
        if (last > first) assert.notEqual(statusesAt((first + last) / 2).get(key), "separated", `${key} within`);
        if (last > first + 2 * little)
          assert.notEqual(statusesAt(first + little).get(key), "separated", `${key} after ${first}`);
        if (last + little < t1) assert.equal(statusesAt(last + little).get(key), "separated", `${key} after ${last}`);
        ++met;
      }
    }
    assert.ok(met > 0);
  });
