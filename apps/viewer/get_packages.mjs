// Gets the packages that package-lock.json names into node_modules, unless they are there: straight from the registry,
// since Debian's npm is 350 packages and takes minutes to install; where that fails and npm is there, by npm, which
// knows of proxies and passwords. Usage: node get_packages.mjs [--dev]
// --dev: those that the tests need, too. Exit status 1, and why on stderr, when they cannot be had.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const wantsTests = process.argv.includes("--dev");
const read = (...path) => JSON.parse(readFileSync(join(here, ...path), "utf8"));

const isForHere = ({ os, cpu, dev }) =>
  (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true) && (wantsTests || !dev);
const wanted = Object.entries(read("package-lock.json").packages).filter(
  ([folder, entry]) => folder !== "" && isForHere(entry),
);

const isThere = ([folder, { version }]) =>
  existsSync(join(here, folder, "package.json")) && read(folder, "package.json").version === version;
const missing = () => wanted.filter((entry) => !isThere(entry));

function getByNpm() {
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1", "--fetch-retry-mintimeout=1000"];
  if (!wantsTests) flags.push("--omit=dev");
  spawnSync("npm", ["ci", ...flags], { cwd: here, stdio: "ignore" });
}

// As npm finds it, but for the folders of projects above.
function registry() {
  const files = [join(homedir(), ".npmrc"), "/etc/npmrc"].filter(existsSync);
  const lines = files.flatMap((file) => readFileSync(file, "utf8").split("\n"));
  const set = lines.map((line) => /^\s*registry\s*=\s*(\S+)/.exec(line)?.[1]).find((value) => value !== undefined);
  return (process.env.npm_config_registry ?? set ).replace(/\/$/, "");
}

async function getOne([folder, { version, integrity }]) {
  const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
  const address = `${registry()}/${name}/-/${name.split("/").at(-1)}-${version}.tgz`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(180_000) });
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${answer.statusText}`);
  const packed = Buffer.from(await answer.arrayBuffer());
  const [kind, digest] = integrity.split("-");
  if (createHash(kind).update(packed).digest("base64") !== digest)
    throw new Error(`${address} is not what package-lock.json names`);
  unpack(gunzipSync(packed), join(here, folder));
}

// Whole or not at all.
function unpack(archive, target) {
  rmSync(`${target}.new`, { recursive: true, force: true });
  mkdirSync(`${target}.new`, { recursive: true });
  const flags = ["-x", "--no-same-owner", "--strip-components=1", "-C", `${target}.new`];
  const tar = spawnSync("tar", flags, { input: archive, encoding: "utf8" });
  if (tar.status !== 0) throw new Error(`tar: ${tar.error?.message ?? tar.stderr.trim()}`);
  rmSync(target, { recursive: true, force: true });
  renameSync(`${target}.new`, target);
}

async function get() {
  if (missing().length === 0) return;
  const failure = (await Promise.allSettled(missing().map(getOne))).find(({ status }) => status === "rejected");
  if (failure !== undefined) getByNpm();
  if (missing().length > 0) throw failure?.reason ?? new Error("an archive is of another version than its name");
}

// fetch() says only that it failed; why is in the cause.
get().catch((error) => {
  process.stderr.write(`${[error.message, error.cause?.message].filter(Boolean).join(": ")}\n`);
  process.exitCode = 1;
});
