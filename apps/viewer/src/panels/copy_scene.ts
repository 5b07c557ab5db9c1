// Question: what is a scene file of just this pair, and what is claimed of it?
// Method:   the scene's own objects as they are, with the arrays' numbers in place of "#k"; JSON keeps doubles exactly.
// Cannot:   give bodies that the page shows as boxes only: their numbers are not in it.
import { geometryOf, PageError, type Page } from "../page_data";
import { isRecord } from "../brackets";
import { rawPair } from "./reading";

export class CopyError extends Error {}

export interface Named {
  object: number;
  part: number | null; // of a body with parts: NAME/k
}

export function namedObjects(page: Page): Map<string, Named> {
  const known = new Map<string, Named>();
  const objects: unknown = page.scene.objects;
  if (!Array.isArray(objects)) return known;
  objects.forEach((object: unknown, i) => {
    if (!isRecord(object) || typeof object.name !== "string") return;
    if (Array.isArray(object.parts))
      object.parts.forEach((_, k) => known.set(`${object.name}/${k}`, { object: i, part: k }));
    known.set(object.name, { object: i, part: null });
  });
  return known;
}

function rowsOf(values: ArrayLike<number>): number[][] {
  const rows: number[][] = [];
  for (let i = 0; i + 2 < values.length; i += 3) rows.push([values[i]!, values[i + 1]!, values[i + 2]!]);
  return rows;
}

function boxOnly(name: string): CopyError {
  return new CopyError(`${name} is in this page as a box only: its numbers are not here`);
}

function withNumbers(page: Page, shape: unknown, name: string): unknown {
  if (!isRecord(shape)) throw boxOnly(name);
  const made: Record<string, unknown> = { ...shape };
  const geometry = (reference: string) => {
    if (reference === "#none") throw boxOnly(name);
    try {
      return geometryOf(page, reference);
    } catch (error) {
      if (error instanceof PageError) throw new CopyError(`${name}: ${error.message}`);
      throw error;
    }
  };
  if (typeof shape.hull === "string") made.hull = rowsOf(geometry(shape.hull).vertices);
  if (typeof shape.mesh === "string") {
    const { vertices, triangles } = geometry(shape.mesh);
    made.mesh = { vertices: rowsOf(vertices), triangles: rowsOf(triangles) };
  }
  for (const list of ["convex_parts", "mixed_parts"])
    if (Array.isArray(shape[list]))
      made[list] = (shape[list] as unknown[]).map((part) => withNumbers(page, part, name));
  if (isRecord(shape.rounded)) made.rounded = { ...shape.rounded, core: withNumbers(page, shape.rounded.core, name) };
  return made;
}

function objectInFull(page: Page, index: number): Record<string, unknown> {
  const object = page.scene.objects[index] as unknown as Record<string, unknown>;
  const name = String(object.name);
  if (Array.isArray(page.extras.left_out) && page.extras.left_out.includes(name))
    throw boxOnly(name);
  const made = { ...object };
  if (Array.isArray(object.parts))
    made.parts = object.parts.map((part: unknown) =>
      isRecord(part) ? { ...part, shape: withNumbers(page, part.shape, name) } : part,
    );
  else made.shape = withNumbers(page, object.shape, name);
  return made;
}

function namesOfPair(page: Page, index: number): [string, string] {
  const raw = rawPair(page, index);
  if (!raw || typeof raw.a !== "string" || typeof raw.b !== "string") throw new CopyError("this pair cannot be read");
  return [raw.a, raw.b];
}

// A scene file of this pair alone, in which it is asked about whatever groups and lists of the whole scene say.
export function sceneOfPair(page: Page, index: number): string {
  const names = namesOfPair(page, index);
  const known = namedObjects(page);
  const objects = names.map((name) => {
    const found = known.get(name);
    if (!found) throw new CopyError(`${name} is not in the scene`);
    return found.object;
  });
  const scene: Record<string, unknown> = {
    format: "clearance-scene-1",
    objects: [...new Set(objects)].map((object) => objectInFull(page, object)),
    pairs: [names],
  };
  if (page.scene.interval !== undefined) scene.interval = page.scene.interval;
  return written(scene, "objects");
}

// One entry of the list on a line: meshes are long enough.
function written(file: Record<string, unknown>, list: string): string {
  const fields = Object.entries(file).map(([name, value]) => {
    const entries =
      name === list
        ? `[\n    ${(value as unknown[]).map((entry) => JSON.stringify(entry)).join(",\n    ")} ]`
        : JSON.stringify(value);
    return `${JSON.stringify(name)}: ${entries}`;
  });
  return `{ ${fields.join(",\n  ")} }\n`;
}

// The claim about this pair as a result file, for `clearance verify` beside the scene. What a clash result says of an
// assembly as a whole is left out: the claim is that of `check` with the same criteria.
export function claimOfPair(page: Page, index: number): string {
  namesOfPair(page, index);
  const pair = { ...rawPair(page, index)! };
  const result = page.result as unknown as Record<string, unknown>;
  const made: Record<string, unknown> = { format: "clearance-result-1", query: result.query };
  if (result.query === "clash") {
    made.query = "check";
    for (const field of ["duplicate", "inside", "change"]) delete pair[field];
  }
  for (const field of ["interval", "margin", "tolerance", "within", "allow_touching", "unit"])
    if (result[field] !== undefined) made[field] = result[field];
  made.pairs = [pair];
  return written(made, "pairs");
}
