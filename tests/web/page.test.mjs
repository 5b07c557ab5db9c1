// The page in a browser, made by the program, opened from disk.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import {
  changed, checkedText, drawn, example, launch, looksAsStored, out, pageOf, part, run, show, sizeOf,
} from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const noErrors = (seen) => {
  assert.deepEqual(seen.errors, []);
  for (const url of seen.requests) assert.match(url, /^(file|blob|data):/, "nothing is fetched from anywhere");
};

test("a scene at rest: everything is verified here, in a worker", async () => {
  const { tab, seen } = await show(browser, pageOf("demo", example("demo")));
  assert.equal(await checkedText(tab), "10 verified here.");
  assert.equal(seen.workers, 1);
  assert.equal(await part(tab, "pair-row").count(), 10);
  await drawn(tab);
  await looksAsStored(tab, "demo");
  noErrors(seen);
  await tab.close();
});

test("without a worker the page checks in between", async () => {
  const page = changed(pageOf("slices", example("demo")), "no_worker", "worker-src blob:", "worker-src 'none'");
  const { tab } = await show(browser, page);
  assert.equal(await checkedText(tab), "10 verified here.");
  await tab.close();
});

test("a tampered result is red, and says why", async () => {
  const page = pageOf("honest", example("demo"));
  const { tab, seen } = await show(browser, changed(page, "tampered", '"status":"separated"', '"status":"touching"'));
  assert.match(await checkedText(tab), /1 fails/);
  await part(tab, "show-failures").click();
  await drawn(tab);
  assert.equal(await part(tab, "pair-row").count(), 1);
  await part(tab, "pair-row").click();
  await part(tab, "details-title").waitFor();
  assert.match(await part(tab, "details").textContent(), /does not hold/);
  await looksAsStored(tab, "tampered");
  noErrors(seen);
  await tab.close();
});

test("a result of another scene fails as a whole", async () => {
  const page = pageOf("other", example("demo"));
  const { tab } = await show(browser, changed(page, "other_scene", '"a":"table"', '"a":"chair"'));
  assert.match(await checkedText(tab), /10 fail/);
  await tab.close();
});

test("motions: first contacts with their timelines", async () => {
  const { tab, seen } = await show(browser, pageOf("bullet", example("bullet")));
  assert.match(await checkedText(tab), /^2 verified here/);
  await part(tab, "time-slider").focus();
  for (let k = 0; k < 5; ++k) await tab.keyboard.press("ArrowRight");
  await part(tab, "to-first-contact").click();
  await drawn(tab);
  await looksAsStored(tab, "bullet");
  noErrors(seen);
  await tab.close();
});

test("hostile names are shown literally and harm nothing", async () => {
  const names = [
    "<script>window.harmed = 1</script>", "</script><img src=x onerror='window.harmed=1'>", "\"quotes' & ampersand;",
    "\u202eright to left", "\ud83d\ude00 emoji", "--><svg onload=window.harmed=1>", "line\u2028end", "constructor",
    "__proto__",
  ];
  const objects = names.map((name, k) => ({ name, shape: { box: [1, 1, 1] }, pose: { t: [0.9 * k, 0, 0] } }));
  const page = pageOf("hostile", { format: "clearance-scene-1", objects });
  const { tab, seen } = await show(browser, page);
  await checkedText(tab);
  assert.equal(await tab.evaluate(() => window.harmed), undefined);
  await part(tab, "tab-bodies").click();
  const text = await part(tab, "bodies").textContent();
  for (const name of names.filter((each) => !/[\u2028\u202e]/.test(each))) assert.ok(text.includes(name), name);
  assert.equal(await tab.locator("img, svg[onload]").count(), 0);
  noErrors(seen);
  await tab.close();
});

test("a missing mesh is named, and no page is left", () => {
  const scene = { format: "clearance-scene-1", objects: [{ name: "a", shape: { mesh: "nowhere.stl" } }] };
  assert.throws(() => pageOf("missing", scene), /nowhere\.stl: no such file/);
});

test("every control can be used", async () => {
  const { tab, seen } = await show(browser, pageOf("controls", example("bullet")));
  await tab.evaluate(() => (window.print = () => {}));
  for (const name of ["tab-pairs", "tab-bodies", "tab-about"]) {
    await part(tab, name).click();
    await drawn(tab);
  }
  await part(tab, "tab-pairs").click();
  await part(tab, "pair-row").first().click();
  const all = await tab.locator("button:visible, input:visible, select:visible").count();
  let used = 0;
  for (let k = 0; k < all; ++k) {
    const control = tab.locator("button:visible, input:visible, select:visible").nth(k);
    if ((await control.count()) === 0 || !(await control.isEnabled())) continue;
    await control.focus();
    await tab.keyboard.press("Space");
    await drawn(tab);
    await tab.keyboard.press("Escape");
    ++used;
  }
  assert.ok(used > 15, `${used} controls`);
  noErrors(seen);
  await tab.close();
});

test("by the keyboard alone", async () => {
  const { tab, seen } = await show(browser, pageOf("keys", example("demo")));
  await checkedText(tab);
  const reached = new Set();
  for (let k = 0; k < 40; ++k) {
    await tab.keyboard.press("Tab");
    reached.add(await tab.evaluate(() => document.activeElement?.closest("[data-testid]")?.getAttribute("data-testid")));
  }
  for (const name of ["theme", "search"]) assert.ok(reached.has(name), `${name} among ${[...reached].join(", ")}`);
  await part(tab, "pair-row").first().focus();
  await tab.keyboard.press("Enter");
  await part(tab, "details-title").waitFor();
  await tab.keyboard.press("Escape");
  noErrors(seen);
  await tab.close();
});

test("in the dark", async () => {
  const { tab, seen } = await show(browser, pageOf("dark", example("demo")), { colorScheme: "dark" });
  await checkedText(tab);
  await drawn(tab);
  await looksAsStored(tab, "dark");
  noErrors(seen);
  await tab.close();
});

test("500 bodies: under 1.5 MB, shown in under 2 s", async () => {
  const objects = Array.from({ length: 500 }, (_, k) => ({
    name: `body ${k}`,
    shape: { hull: Array.from({ length: 12 }, (_, i) => [Math.sin(k + i), Math.cos(2 * k + 3 * i), Math.sin(5 * i)]) },
    pose: {
      q: [1, 0.1 * (k % 7), 0.2 * (k % 5), 0.3 * (k % 3)],
      t: [k % 8, Math.floor(k / 8) % 8, Math.floor(k / 64)].map((each) => 1.9 * each),
    },
  }));
  const page = pageOf("many", { format: "clearance-scene-1", objects });
  const { tab, seen, shown } = await show(browser, page);
  console.log(`500 bodies: ${(sizeOf(page) / 1e6).toFixed(2)} MB, shown in ${(shown / 1000).toFixed(2)} s`);
  noErrors(seen);
  assert.ok(sizeOf(page) < 1.5e6, `${sizeOf(page)} bytes`);
  assert.ok(shown < 2000, `${shown} ms`);
  assert.match(await checkedText(tab), /^[\d,]+ verified here/);
  await tab.close();
});

// A wavy sheet of 2·n² triangles.
function sheet(n) {
  const vertices = [];
  const triangles = [];
  for (let j = 0; j <= n; ++j)
    for (let i = 0; i <= n; ++i) vertices.push([i / n, j / n, 0.05 * Math.sin((20 * i) / n) * Math.cos((15 * j) / n)]);
  for (let j = 0; j < n; ++j)
    for (let i = 0; i < n; ++i) {
      const at = j * (n + 1) + i;
      triangles.push([at, at + 1, at + n + 2], [at, at + n + 2, at + n + 1]);
    }
  return { mesh: { vertices, triangles } };
}
const sheets = (n) => ({
  format: "clearance-scene-1",
  objects: [
    { name: "sheet", shape: sheet(n) },
    { name: "above", shape: { box: [1, 1, 0.1] }, pose: { t: [0.5, 0.5, 1] } },
  ],
});

test("a million triangles are shown in under 10 s", async () => {
  const page = pageOf("million", sheets(708));
  const { tab, seen, shown } = await show(browser, page);
  console.log(`1,002,528 triangles: ${(sizeOf(page) / 1e6).toFixed(0)} MB, shown in ${(shown / 1000).toFixed(1)} s`);
  noErrors(seen);
  assert.ok(shown < 10_000, `${shown} ms`);
  await tab.close();
});

test("100,000 triangles orbit at 20 frames a second", async () => {
  const { tab, seen } = await show(browser, pageOf("orbit", sheets(224)));
  await checkedText(tab);
  const box = await part(tab, "canvas").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await tab.mouse.move(x, y);
  await tab.mouse.down();
  await tab.evaluate(() => {
    window.frames = 0;
    const count = () => (++window.frames, requestAnimationFrame(count));
    requestAnimationFrame(count);
  });
  const began = performance.now();
  for (let k = 0; performance.now() - began < 3000; ++k)
    await tab.mouse.move(x + 150 * Math.sin(k / 20), y + 60 * Math.cos(k / 20));
  const rate = (1000 * (await tab.evaluate(() => window.frames))) / (performance.now() - began);
  await tab.mouse.up();
  console.log(`100,352 triangles: ${rate.toFixed(0)} frames a second`);
  noErrors(seen);
  assert.ok(rate >= 20, `${rate} frames a second`);
  await tab.close();
});

test("the program says where the page cannot go", () => {
  const { status, stderr } = run("view", example("demo"), "-o", join(out, "no", "such", "folder.html"));
  assert.equal(status, 2);
  assert.equal(stderr.trim().split("\n").length, 1);
});
