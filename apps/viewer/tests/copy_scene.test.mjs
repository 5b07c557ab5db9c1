// The scene that is copied from the page goes through the program: it must be accepted and give the same answer, and
// the claim that is copied beside it must be proved.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { compiled, noProgram, program, root } from "./compiled.mjs";
import { fixtureData } from "./fixture.mjs";

const { claimOfPair, sceneOfPair, namedObjects, CopyError } = await compiled("panels/copy_scene.ts");

const run = (...words) => {
  try {
    return execFileSync(program, words, { maxBuffer: 1 << 28, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    if (error.status !== 1) throw new Error(`${words.join(" ")}: ${error.stderr}`);
    return error.stdout;
  }
};
const folder = () => mkdtempSync(join(tmpdir(), "clearance-"));
const written = (place, name, text) => (writeFileSync(join(place, name), text), join(place, name));

const odd = {
  format: "clearance-scene-1",
  objects: [
    {
      name: "tenth",
      shape: {
        hull: [
          [0.1, 0.2, 0.3],
          [1 / 3, 0, -0],
          [5e-324, 1, 0],
          [0, 0, 1.0000000000000002],
        ],
      },
    },
    {
      name: "</script>\u202e🔩",
      shape: {
        rounded: {
          core: {
            hull: [
              [0, 0, 0],
              [0, 0, 1],
            ],
          },
          radius: 0.25,
        },
      },
      padding: 0.125,
      pose: { q: [0.1, 0.2, 0.3, 0.7], t: [3, 0, 0] },
    },
    {
      name: "body",
      parts: [
        { shape: { box: [1, 1, 1] } },
        {
          shape: {
            hull: [
              [0, 0, 0],
              [1, 0, 0],
              [0, 1, 0],
              [0, 0, 1],
            ],
          },
          offset: { t: [0.5, 0, 0] },
        },
      ],
      pose: { R: [0, -1, 0, 1, 0, 0, 0, 0, 1], t: [0, 2, 0] },
    },
    {
      name: "parts",
      shape: {
        convex_parts: [
          { box: [1, 1, 1] },
          {
            hull: [
              [2, 0, 0],
              [3, 0, 0],
              [2, 1, 0],
              [2, 0, 1],
            ],
          },
        ],
      },
    },
    { name: "floor", shape: { half_space: { normal: [0, 0, 1], offset: -3 } }, static: true },
  ],
};

const cases = [
  ["demo", "check"],
  ["plant", "check"],
  ["plant", "clash"],
  ["gears", "check"],
  ["engine", "check"],
  ["thrown_gem", "move"],
  ["spinning_rod", "move"],
  ["wrong_key", "move"],
  ["odd", "check"],
];

for (const [name, query] of cases)
  test(`${query} of ${name}: each pair by itself`, { skip: noProgram }, () => {
    const place = folder();
    const scene =
      name === "odd"
        ? written(place, "odd.scene.json", JSON.stringify(odd))
        : join(root, "examples", `${name}.scene.json`);
    const words = { check: ["--proof"], clash: ["--touching", "--within", "5"], move: [] }[query];
    const result = JSON.parse(run(query, scene, "--json", ...words));
    const page = { ...fixtureData(scene), result, entries: result.pairs };
    const numbers = result.pairs.length <= 12 ? result.pairs.keys() : [0, 5, 11];
    for (const k of numbers) {
      const wanted = result.pairs[k];
      const copy = written(place, `copy${k}.scene.json`, sceneOfPair(page, k));
      const again = JSON.parse(run(query, copy, "--json", ...words)).pairs;
      if (wanted.status === "clear" || again.length === 1) {
        assert.equal(again.length, 1);
        for (const field of ["a", "b", "status", "distance", "depth", "contact", "intervals"])
          assert.deepEqual(again[0][field], wanted[field], `${wanted.a} ${wanted.b} ${field}`);
      } else assert.fail(`${again.length} pairs`);
      const claim = written(place, `claim${k}.json`, claimOfPair(page, k));
      const verified = run("verify", copy, claim);
      assert.match(verified, /proved|decided again/);
      assert.doesNotMatch(verified, /fail/, verified);
    }
  });

test("names of bodies and of their parts", () => {
  const known = namedObjects({ scene: odd });
  assert.deepEqual(known.get("body/1"), { object: 2, part: 1 });
  assert.deepEqual(known.get("floor"), { object: 4, part: null });
  assert.equal(known.get("nobody"), undefined);
  assert.equal(namedObjects({ scene: { objects: [null, 3, { name: 4 }] } }).size, 0);
});

test("what is not in the page cannot be copied, and says so", () => {
  const result = { pairs: [{ a: "tenth", b: "nobody" }, { a: "tenth", b: "parts" }, null] };
  const scene = join(folder(), "odd.scene.json");
  writeFileSync(scene, JSON.stringify(odd));
  const page = { ...fixtureData(scene), result, entries: result.pairs };
  page.extras = { ...page.extras, left_out: ["parts"] };
  for (const [k, says] of [
    [0, /nobody is not in the scene/],
    [1, /parts is in this page as a box only/],
    [2, /cannot be read/],
  ])
    assert.throws(
      () => sceneOfPair(page, k),
      (error) => error instanceof CopyError && says.test(error.message),
    );
  assert.throws(() => claimOfPair(page, 2), CopyError);
  page.extras = { ...page.extras, left_out: [] };
  const withNone = structuredClone(page.scene);
  withNone.objects[3].shape = { mesh: "#none" };
  assert.throws(() => sceneOfPair({ ...page, scene: withNone }, 1), /parts is in this page as a box only/);
  page.extras = { ...page.extras, left_out: [], arrays: [] };
  assert.throws(() => sceneOfPair(page, 1), /there is no geometry/);
});
