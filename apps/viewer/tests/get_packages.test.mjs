// get_packages.mjs against a registry of our own: what comes is what package-lock.json names, or nothing comes.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const script = join(dirname(fileURLToPath(import.meta.url)), "..", "get_packages.mjs");

function packed(folder, name, version) {
  mkdirSync(join(folder, "package"), { recursive: true });
  writeFileSync(join(folder, "package", "package.json"), JSON.stringify({ name, version }));
  const tar = spawnSync("tar", ["-c", "-C", folder, "package"]);
  assert.equal(tar.status, 0);
  return gzipSync(tar.stdout);
}

// Runs the script in a folder with a lock file of one package; there is no npm. `served` is what the registry gives.
async function run(version, served, digest = served) {
  const folder = mkdtempSync(join(tmpdir(), "clearance-packages-"));
  const integrity = `sha512-${createHash("sha512").update(digest).digest("base64")}`;
  const lock = {
    packages: {
      "": {},
      "node_modules/@some/thing": { version, integrity },
      "node_modules/for-tests": { version, integrity, dev: true },
      "node_modules/elsewhere": { version, integrity, os: ["no such system"] },
    },
  };
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  copyFileSync(script, join(folder, "get_packages.mjs"));
  const programs = join(folder, "programs");
  mkdirSync(programs);
  symlinkSync(spawnSync("sh", ["-c", "command -v tar"], { encoding: "utf8" }).stdout.trim(), join(programs, "tar"));
  const asked = [];
  const server = createServer((request, answer) => {
    asked.push(request.url);
    answer.end(served);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const env = { ...process.env, PATH: programs, npm_config_registry: `http://127.0.0.1:${server.address().port}/` };
  const child = spawn(process.execPath, ["--no-warnings", join(folder, "get_packages.mjs")], { env });
  let said = "";
  child.stderr.on("data", (text) => (said += text));
  const status = await new Promise((ended) => child.on("close", ended));
  server.close();
  const here = join(folder, "node_modules", "@some", "thing", "package.json");
  const came = existsSync(here) ? JSON.parse(readFileSync(here, "utf8")).version : null;
  rmSync(folder, { recursive: true });
  return { status, said, asked, came };
}

const store = mkdtempSync(join(tmpdir(), "clearance-packages-"));
const archive = packed(store, "@some/thing", "1.2.3");
process.on("exit", () => rmSync(store, { recursive: true }));

test("what is missing comes, and what is for tests or other systems is not asked for", async () => {
  const { status, said, asked, came } = await run("1.2.3", archive);
  assert.deepEqual([status, said, came], [0, "", "1.2.3"]);
  assert.deepEqual(asked, ["/@some/thing/-/thing-1.2.3.tgz"]);
});

test("an archive that is not the one the lock file names is refused", async () => {
  const { status, said, came } = await run("1.2.3", archive, "another archive");
  assert.equal(status, 1);
  assert.match(said, /thing-1\.2\.3\.tgz is not what package-lock\.json names/);
  assert.equal(came, null);
});

test("an archive that holds another version than it says is no success", async () => {
  const { status } = await run("1.2.4", archive);
  assert.equal(status, 1);
});
