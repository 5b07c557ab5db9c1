// get_packages.mjs with an npm of our own: it is asked for what is missing, and for nothing else.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const script = join(dirname(fileURLToPath(import.meta.url)), "..", "get_packages.mjs");

// Runs the script in a folder whose lock file names a package, one for tests and one of another system. `npm`: a shell
// script; none: there is no npm. `there`: packages that have come before, with their versions.
function run({ npm, there = {}, flags = [] }) {
  const folder = mkdtempSync(join(tmpdir(), "clearance-packages-"));
  const packages = {
    "": {},
    "node_modules/@some/thing": { version: "1.2.3" },
    "node_modules/for-tests": { version: "4.5.6", dev: true },
    "node_modules/elsewhere": { version: "7.8.9", os: ["no such system"] },
  };
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages }));
  copyFileSync(script, join(folder, "get_packages.mjs"));
  for (const [name, version] of Object.entries(there)) {
    mkdirSync(join(folder, "node_modules", name), { recursive: true });
    writeFileSync(join(folder, "node_modules", name, "package.json"), JSON.stringify({ version }));
  }
  const programs = join(folder, "programs");
  mkdirSync(programs);
  if (npm !== undefined) {
    writeFileSync(join(programs, "npm"), `#!/bin/sh\nPATH=/usr/bin:/bin\necho "$*" >>asked\n${npm}\n`);
    chmodSync(join(programs, "npm"), 0o755);
  }
  const env = { ...process.env, PATH: programs };
  const { status, stderr } = spawnSync(process.execPath, [join(folder, "get_packages.mjs"), ...flags], { env, encoding: "utf8" });
  const asked = existsSync(join(folder, "asked")) ? readFileSync(join(folder, "asked"), "utf8") : "";
  rmSync(folder, { recursive: true });
  return { status, stderr, asked };
}

const gives = (name, version) =>
  `mkdir -p node_modules/${name}; printf '{"version":"${version}"}' >node_modules/${name}/package.json`;

test("what is missing is asked for, without what is for tests", () => {
  const { status, stderr, asked } = run({ npm: gives("@some/thing", "1.2.3") });
  assert.deepEqual([status, stderr], [0, ""]);
  assert.match(asked, /^ci --ignore-scripts .*--omit=dev\n$/);
});

test("what is there in its version is not asked for", () => {
  assert.deepEqual(run({ there: { "@some/thing": "1.2.3" } }), { status: 0, stderr: "", asked: "" });
  assert.match(run({ npm: gives("@some/thing", "1.2.3"), there: { "@some/thing": "1.2.2" } }).asked, /^ci /);
});

test("what tests need comes with --dev, and stays", () => {
  const both = `${gives("@some/thing", "1.2.3")}\n${gives("for-tests", "4.5.6")}`;
  for (const call of [{ flags: ["--dev"] }, { there: { "for-tests": "4.5.6" } }]) {
    const { status, asked } = run({ npm: both, ...call });
    assert.equal(status, 0);
    assert.doesNotMatch(asked, /--omit/);
  }
});

test("without npm, and where it fails, one line says so", () => {
  assert.deepEqual(run({}), { status: 1, stderr: "there is no npm\n", asked: "" });
  const failed = run({ npm: "echo 'npm ERR! no network' >&2; echo more >&2; exit 1" });
  assert.deepEqual([failed.status, failed.stderr], [1, "npm ERR! no network\n"]);
  assert.equal(run({ npm: "exit 0" }).status, 1, "it said that all was well, and nothing came");
});
