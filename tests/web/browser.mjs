// What the tests of the page share: pages made by the program, a browser that shows them, and what it saw.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

export const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, "..", "..");
export const out = join(here, "out");
export const program = process.env.CLEARANCE_PROGRAM ?? join(root, "build", "dev", "apps", "cli", "clearance");
mkdirSync(out, { recursive: true });

const names = ["chromium", "chromium-browser", "google-chrome"];
const browserFile = names
  .map((name) => spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout.trim())
  .find((path) => path !== "");

export function launch() {
  assert.ok(browserFile, `no browser: ${names.join(", ")}`);
  return chromium.launch({ executablePath: browserFile, args: ["--no-sandbox", "--enable-unsafe-swiftshader"] });
}

export function run(...words) {
  return spawnSync(program, words, { encoding: "utf8", maxBuffer: 1 << 28 });
}

// The page that `clearance view` makes of a scene: its path.
export function pageOf(name, scene, ...words) {
  const file = typeof scene === "string" ? scene : join(out, `${name}.scene.json`);
  if (typeof scene !== "string") writeFileSync(file, JSON.stringify(scene));
  const page = join(out, `${name}.html`);
  const { status, stderr } = run("view", file, ...words, "-o", page);
  assert.equal(status, 0, stderr);
  return page;
}

export const example = (name) => join(root, "examples", `${name}.scene.json`);
export const sizeOf = (page) => statSync(page).size;

// The same page with another text in one of its elements.
export function changed(page, name, from, to) {
  const text = readFileSync(page, "utf8");
  assert.ok(text.includes(from), from);
  const file = join(out, `${name}.html`);
  writeFileSync(file, text.replace(from, () => to));
  return file;
}

// Opens a page and keeps all that went wrong in it. Messages of the driver of a software renderer are not the page's.
export async function show(browser, page, options = {}) {
  const tab = await browser.newPage({ viewport: { width: 1100, height: 700 }, ...options });
  const seen = { errors: [], workers: 0, requests: [] };
  tab.on("console", (message) => {
    const isDriver = message.text().includes("GL Driver Message");
    if (["error", "warning"].includes(message.type()) && !isDriver) seen.errors.push(message.text());
  });
  tab.on("pageerror", (error) => seen.errors.push(String(error)));
  tab.on("worker", () => ++seen.workers);
  tab.on("request", (request) => seen.requests.push(request.url()));
  const began = performance.now();
  await tab.goto(pathToFileURL(page).href);
  await tab.waitForSelector('[data-testid="canvas"], [data-testid="failure"], [data-testid="no-webgl"]');
  await drawn(tab);
  return { tab, seen, shown: performance.now() - began };
}

// Two frames later what was asked for has been drawn.
export const drawn = (tab) =>
  tab.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => go()))));

export const part = (tab, name) => tab.locator(`[data-testid="${name}"]`);

// What the banner says once nothing is left to check.
export async function checkedText(tab) {
  await tab.waitForFunction(() => {
    const text = document.querySelector('[data-testid="checked"]')?.textContent ?? "";
    return text !== "" && !text.includes("still");
  }, undefined, { timeout: 60_000 });
  return part(tab, "checked").textContent();
}

export const kColumns = 22;
export const kRows = 14;

// The mean colours of a coarse grid over the window: fonts do not matter to it, bodies and panels do.
export async function grid(tab) {
  const png = (await tab.screenshot()).toString("base64");
  const eyes = await tab.context().browser().newPage();
  const colours = await eyes.evaluate(async ([data, columns, rows]) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const whole = new OffscreenCanvas(image.width, image.height).getContext("2d", { willReadFrequently: true });
    whole.drawImage(image, 0, 0);
    const { data: pixels } = whole.getImageData(0, 0, image.width, image.height);
    const means = [];
    for (let r = 0; r < rows; ++r)
      for (let c = 0; c < columns; ++c) {
        const sum = [0, 0, 0];
        let count = 0;
        const [low, high] = [r, r + 1].map((each) => Math.floor((each * image.height) / rows));
        const [left, right] = [c, c + 1].map((each) => Math.floor((each * image.width) / columns));
        for (let y = low; y < high; ++y)
          for (let x = left; x < right; ++x) {
            for (let k = 0; k < 3; ++k) sum[k] += pixels[4 * (y * image.width + x) + k];
            ++count;
          }
        means.push(sum.map((each) => Math.round(each / count)));
      }
    return means;
  }, [png, kColumns, kRows]);
  await eyes.close();
  return colours;
}

const kStored = join(here, "pictures.json");

// Against what is stored under that name; CLEARANCE_UPDATE_PICTURES=1 stores it anew. The screenshot is kept, to be
// looked at.
export async function looksAsStored(tab, name) {
  await tab.screenshot({ path: join(out, `${name}.png`) });
  const colours = await grid(tab);
  const stored = JSON.parse(readFileSync(kStored, "utf8"));
  if (process.env.CLEARANCE_UPDATE_PICTURES === "1") {
    const hex = (value) => value.toString(16).padStart(2, "0");
    stored[name] = colours.map((colour) => colour.map(hex).join("")).join(" ");
    const lines = Object.entries(stored).sort().map(([key, value]) => `"${key}": "${value}"`);
    return writeFileSync(kStored, `{\n${lines.join(",\n")}\n}\n`);
  }
  assert.ok(stored[name], `no picture ${name} is stored; CLEARANCE_UPDATE_PICTURES=1 stores it`);
  const kAlike = 24; // of 255: text of another font changes a cell by a few
  const isFar = (cell, k) =>
    [0, 1, 2].some((i) => Math.abs(parseInt(cell.slice(2 * i, 2 * i + 2), 16) - colours[k][i]) > kAlike);
  const far = stored[name].split(" ").filter(isFar);
  const seen = join(out, `${name}.png`);
  assert.ok(far.length <= 6, `${name}: ${far.length} of ${colours.length} cells look different; see ${seen}`);
}
