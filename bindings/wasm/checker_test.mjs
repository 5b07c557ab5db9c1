// checker.wasm under node against the program: `clearance verify` and the module say the same of every example, and
// neither takes what was tampered with. Usage: node --test bindings/wasm/checker_test.mjs, with the program's path in
// CLEARANCE_PROGRAM and the module's in CLEARANCE_CHECKER.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { makeChecker } from "./module.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const program = process.env.CLEARANCE_PROGRAM ?? join(root, "build", "dev", "apps", "cli", "clearance");
const module = readFileSync(process.env.CLEARANCE_CHECKER ?? join(root, "build", "wasm", "checker.wasm"));
const checker = await makeChecker(module);
const folder = mkdtempSync(join(tmpdir(), "checker-"));
after(() => rmSync(folder, { recursive: true }));

const kMostText = 16e6;
const run = (...words) => spawnSync(program, words, { encoding: "utf8", maxBuffer: kMostText });

function found(scene, result, table = "[]", bytes = new Uint8Array()) {
  const started = checker.start(scene, result, table, bytes);
  if (started.refused !== undefined) return started;
  const pairs = [];
  for (let some = checker.next(7); some.length > 0; some = checker.next(7)) pairs.push(...some);
  assert.equal(pairs.length, started.pairs);
  return { pairs };
}

// Whether `verify --strict` proves everything, and whether something fails.
function verified(sceneFile, result) {
  const file = join(folder, "result.json");
  writeFileSync(file, result);
  const holds = (...words) => run("verify", ...words, sceneFile, file).status === 0;
  return { all: holds("--strict"), fails: !holds() };
}

const examples = readdirSync(join(root, "examples")).filter((name) => name.endsWith(".scene.json"));
for (const name of examples) {
  const file = join(root, "examples", name);
  const scene = readFileSync(file, "utf8");
  const isMoving = scene.includes('"interval"');
  for (const words of [["check"], ["check", "--contacts"], ["clash"], ...(isMoving ? [["move"]] : [])]) {
    test(`${name}: ${words.join(" ")}`, () => {
      const ask = (...more) => run(words[0], file, "--json", ...words.slice(1), ...more);
      const proved = words[0] === "clash" ? ask() : ask("--proof");
      // Timelines of meshes can be hundreds of megabytes: too many for a page.
      const { stdout, stderr, status } = proved.error?.code === "ENOBUFS" ? ask() : proved;
      if (status === 2) return assert.match(stderr, /clearance: /); // no question for this scene
      const { pairs, refused } = found(scene, stdout);
      assert.equal(refused, undefined);
      const expected = verified(file, stdout);
      assert.equal(expected.fails, false);
      for (const pair of pairs) assert.notEqual(pair.standing, "fails", `${pair.a}, ${pair.b}: ${pair.reason}`);
      for (const pair of expected.all ? pairs : [])
        assert.equal(pair.standing, "verified", `${pair.a}, ${pair.b}: ${pair.reason}`);
      const isProved = pairs.every((pair) => pair.standing === "verified" && pair.intervals === undefined);
      if (isProved && words[0] === "check") assert.ok(expected.all);
    });
  }
}

// Every number of a result, moved a little, one at a time: where the module verifies, the program proves.
test("whatever is changed, the module verifies no more than the program proves", () => {
  const file = join(root, "examples", "bullet.scene.json");
  const scene = readFileSync(file, "utf8");
  const result = run("check", file, "--json", "--proof").stdout;
  const numbers = [...result.matchAll(/(?<=[[:,])-?\d+(\.\d+)?(e-?\d+)?(?=[\],}])/g)];
  assert.ok(numbers.length > 10);
  let refuted = 0;
  for (const { 0: text, index } of numbers) {
    const changed = result.slice(0, index) + String(Number(text) + 1) + result.slice(index + text.length);
    const { pairs, refused } = found(scene, changed);
    const ours = refused === undefined && pairs.every((pair) => pair.standing === "verified");
    if (!ours) ++refuted;
    else assert.equal(verified(file, changed).fails, false, changed);
  }
  assert.ok(refuted > 5);
});

test("a result of another scene, and what is no result", () => {
  const texts = ["gears", "key"].map((name) => readFileSync(join(root, "examples", `${name}.scene.json`), "utf8"));
  const result = run("check", join(root, "examples", "gears.scene.json"), "--json", "--proof").stdout;
  assert.equal(found(texts[0], result).refused, undefined);
  assert.match(found(texts[1], result).refused, /another scene/);
  assert.match(found(texts[0], result.slice(0, result.length / 2)).refused, /^result: line/);
  assert.match(found(texts[0].slice(1), result).refused, /^scene: /);
  assert.match(found(texts[0], "\0").refused, /^result: /);
  assert.equal(found(texts[0], result).refused, undefined, "after all that it still answers");
});

// What a page would have to hold for it to be as slow as that.
test("ten thousand convex certificates a second", () => {
  const count = 142;
  const hull = Array.from({ length: 32 }, (_, i) => {
    const z = i / 16 - 1;
    const radius = Math.sqrt(1 - z * z);
    return [radius * Math.cos(2.4 * i), radius * Math.sin(2.4 * i), z];
  });
  const objects = Array.from({ length: count }, (_, k) => ({
    name: `${k}`,
    shape: { hull },
    pose: { q: [1, 0.1 * (k % 7), 0.2 * (k % 3), 0.3], t: [2.5 * (k % 12), 2.5 * Math.floor(k / 12), 0.1 * (k % 5)] },
  }));
  const file = join(folder, "many.scene.json");
  const scene = JSON.stringify({ format: "clearance-scene-1", objects });
  writeFileSync(file, scene);
  const result = run("check", file, "--json").stdout;
  const began = performance.now();
  const { refused, pairs } = checker.start(scene, result, "[]", new Uint8Array());
  assert.equal(refused, undefined);
  const read = performance.now();
  const findings = checker.next(pairs);
  const seconds = (performance.now() - read) / 1000;
  assert.ok(findings.every((pair) => pair.standing === "verified"));
  console.log(`${pairs} certificates of hulls with 32 vertices: read in ${(read - began).toFixed(0)} ms, ` +
    `checked at ${Math.round(pairs / seconds)} a second; the module has ${module.length} bytes`);
  assert.ok(pairs > 10000);
  assert.ok(pairs / seconds > 10000, `${pairs / seconds} a second`);
});
