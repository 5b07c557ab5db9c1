// Makes dist/viewer.html: the whole page but for its data. Usage: node build.mjs [--out FILE] [--checker checker.wasm]
// One file, since a page opened from disk may not load modules or anything else from beside it. The script is packed, which
// takes two thirds off it; the few lines that unpack it are in page.html.
import * as esbuild from "esbuild";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));

function option(name, fallback) {
  const at = process.argv.indexOf(name);
  return at < 0 ? fallback : process.argv[at + 1];
}

async function bundle(entry, loader = {}) {
  const built = await esbuild.build({
    entryPoints: [join(here, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    charset: "ascii",
    legalComments: "external",
    outdir: here, // a name for what is not written
    loader,
    logLevel: "warning",
  });
  const textOf = (isWanted) => built.outputFiles.find(({ path }) => isWanted(path))?.text ?? "";
  return {
    code: textOf((path) => !path.endsWith(".LEGAL.txt")),
    licences: textOf((path) => path.endsWith(".LEGAL.txt")),
  };
}

const packed = (bytes) => deflateRawSync(bytes, { level: 9 }).toString("base64");

const out = option("--out", join(here, "dist", "viewer.html"));
const checker = option("--checker", "");
const script = await bundle("src/main.ts");
const style = await bundle("src/style.css");
const checkerText = checker && existsSync(checker) ? packed(readFileSync(checker)) : "";

const page = readFileSync(join(here, "src", "page.html"), "utf8")
  .replace("/*clearance:style*/", () => style.code)
  .replace("/*clearance:licences*/", () => script.licences.replaceAll("--", "- -").trim())
  .replace("/*clearance:checker*/", () => checkerText)
  .replace("/*clearance:script*/", () => packed(script.code));
mkdirSync(dirname(out), { recursive: true });
writeFileSync(`${out}.new`, page);
renameSync(`${out}.new`, out);
