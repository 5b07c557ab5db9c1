// What is handed to the graphics card for a picture of a pair.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compiled } from "./compiled.mjs";

const { Overlays } = await compiled("stage/overlays.ts");
const { Materials } = await compiled("stage/materials.ts");
const { emptyPicture } = await compiled("stage/pair_picture.ts");
const { paletteOf, tones } = await compiled("stage/looks.ts");

const segments = (count) => ({
  ...emptyPicture(),
  segments: Array.from({ length: count }, (_, k) => ({ from: [k, 0, 0], to: [k, 1, 0], ink: "witness", width: 2 })),
});

function drawn() {
  const overlays = new Overlays(new Materials({}), { value: null }, true);
  const of = (name) => overlays.group.children.find(({ geometry }) => geometry.getAttribute(name));
  const draw = (picture, origin = [0, 0, 0], scale = 1) =>
    overlays.draw(picture, paletteOf(tones(false)), origin, scale);
  return { overlays, of, draw };
}

test("far from the origin and small, numbers are about the origin of the display", () => {
  const { of, draw } = drawn();
  draw(
    { ...emptyPicture(), points: [{ at: [1e9 + 0.5, 1e9, 1e9], ink: "a", size: 9, shape: "ring" }] },
    [1e9, 1e9, 1e9],
    4,
  );
  assert.deepEqual([...of("at").geometry.getAttribute("at").array.slice(0, 3)], [2, 0, 0]);
  assert.ok(of("at").visible);
  assert.ok(!of("from").visible, "there are no segments");
});

// The renderer keeps how many instances a geometry's first buffers held: the rim of a disc was cut off when it came after a
// picture with fewer segments.
test("a picture with more segments than the one before tells the renderer of its new buffers", () => {
  const { of, draw } = drawn();
  draw(segments(1));
  const { geometry } = of("from");
  let told = 0;
  geometry.addEventListener("dispose", () => ++told);
  draw(segments(2));
  assert.deepEqual([told, geometry.instanceCount], [0, 2]);
  draw(segments(1000));
  assert.ok(told > 0);
  assert.equal(geometry.instanceCount, 1000);
  for (const name of ["from", "to", "ink", "widths"]) assert.ok(geometry.getAttribute(name).count >= 1000, name);
  assert.equal(geometry.getAttribute("from").array[3 * 999], 999);
  told = 0;
  draw(segments(3));
  assert.deepEqual([told, geometry.instanceCount], [0, 3]);
});
