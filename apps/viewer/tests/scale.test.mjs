import assert from "node:assert/strict";
import { test } from "node:test";
import { compiled } from "./compiled.mjs";

const { played, TimeScale } = await compiled("time/scale.ts");

test("from time to place and back", () => {
  const scale = new TimeScale(2, 6);
  assert.equal(scale.share(3), 0.25);
  assert.equal(scale.share(-5), 0);
  assert.equal(scale.share(99), 1);
  assert.equal(scale.timeAt(0.25), 3);
  const odd = new TimeScale(0.1, 0.7);
  assert.equal(odd.timeAt(1), 0.7); // 0.1 + 0.6 is another double
  assert.equal(odd.timeAt(0), 0.1);
  assert.equal(new TimeScale(3, 3).share(3), 0);
});

test("ticks are round and few", () => {
  assert.deepEqual(new TimeScale(0, 1).ticks(8), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(new TimeScale(0, 36).ticks(8), [0, 5, 10, 15, 20, 25, 30, 35]);
  assert.deepEqual(new TimeScale(0, 0.0166).ticks(4), [0, 0.005, 0.01, 0.015]);
  assert.deepEqual(new TimeScale(-1, 1).ticks(4), [-1, -0.5, 0, 0.5, 1]);
  assert.deepEqual(new TimeScale(1, 1).ticks(8), []);
  assert.ok(new TimeScale(1e15, 1e15 + 1).ticks(8).length <= 9);
});

test("the whole takes some seconds", () => {
  assert.equal(new TimeScale(0, 6).naturalRate(), 1);
  for (const length of [1e-9, 0.0166, 1, 36, 1e6]) {
    const seconds = length / new TimeScale(0, length).naturalRate();
    assert.ok(seconds >= 2 && seconds <= 20, `${length}: ${seconds} s`);
  }
});

test("playing ends at the end, or begins again", () => {
  const scale = new TimeScale(0, 10);
  assert.deepEqual(played(scale, 4, 0.5, 2, false), { time: 5, playing: true });
  assert.deepEqual(played(scale, 9.5, 1, 1, false), { time: 10, playing: false });
  assert.deepEqual(played(scale, 9.5, 1, 1, true), { time: 0.5, playing: true });
  assert.deepEqual(played(scale, 9.5, 100, 1, true), { time: 9.5, playing: true });
  assert.deepEqual(played(new TimeScale(3, 3), 3, 1, 1, true), { time: 3, playing: false });
});
