// A module of src/ as node can import it, and the program where it has been built.
import * as esbuild from "esbuild";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

export async function compiled(path) {
  const built = await esbuild.build({
    entryPoints: [join(here, "..", "src", path)],
    bundle: true,
    write: false,
    format: "esm",
    target: "node18",
    loader: { ".css": "empty" },
    logLevel: "warning",
  });
  return import(`data:text/javascript;base64,${Buffer.from(built.outputFiles[0].text).toString("base64")}`);
}

export const root = join(here, "..", "..", "..");

// The program, or why tests that need it are skipped: it is another build's product. CLEARANCE names it; `./test` sets
// that.
export const program = process.env.CLEARANCE ?? join(root, "build", "dev", "apps", "cli", "clearance");
export const noProgram = existsSync(program) ? false : `${program} is not there; build it or say CLEARANCE=…`;
