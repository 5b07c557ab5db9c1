// Gets the packages that package-lock.json names into node_modules by npm, unless they are there.
// Usage: node get_packages.mjs [--dev]
// --dev: those that the tests need, too; where some of these are there already, they stay.
// Exit status 1, and why in one line on stderr, when they cannot be had.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const read = (...path) => JSON.parse(readFileSync(join(here, ...path), "utf8"));

const isForHere = ([folder, { os, cpu }]) =>
  folder !== "" && (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true);
const isThere = ([folder, { version }]) =>
  existsSync(join(here, folder, "package.json")) && read(folder, "package.json").version === version;

const known = Object.entries(read("package-lock.json").packages).filter(isForHere);
const wantsDev = process.argv.includes("--dev") || known.some((entry) => entry[1].dev && isThere(entry));
const missing = () => known.filter((entry) => (wantsDev || !entry[1].dev) && !isThere(entry));

function get() {
  if (missing().length === 0) return "";
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1"];
  if (!wantsDev) flags.push("--omit=dev");
  const npm = spawnSync("npm", ["ci", ...flags], { cwd: here, encoding: "utf8" });
  if (missing().length === 0) return "";
  if (npm.error) return "there is no npm";
  return npm.stderr.split("\n").find((line) => line.trim() !== "") ?? `npm ci: exit status ${npm.status}`;
}

const why = get();
if (why !== "") {
  process.stderr.write(`${why}\n`);
  process.exitCode = 1;
}
