// Question: what is a body of the scene, in words and numbers?
import { geometryOf, type Page } from "../page_data";
import { digitsOf, isFiniteNumber, isRecord, pointText, readVector } from "../brackets";

export interface BodyFacts {
  name: string;
  kind: string; // "mesh", "hull", "box", "3 convex parts", …
  vertices: number;
  triangles: number;
  boxOnly: boolean; // its numbers are not in the page
}

interface Counted {
  kind: string;
  vertices: number;
  triangles: number;
  missing: boolean;
}

function counted(page: Page, shape: unknown, depth = 0): Counted {
  const nothing: Counted = { kind: "no shape in this page", vertices: 0, triangles: 0, missing: true };
  if (!isRecord(shape) || depth > 8) return nothing;
  const ofArrays = (reference: string, kind: string): Counted => {
    const entry: unknown =
      Array.isArray(page.extras.arrays) && reference.startsWith("#")
        ? page.extras.arrays[Number(reference.slice(1))]
        : undefined;
    if (!isRecord(entry)) return { ...nothing, kind };
    const count = (list: unknown) => (Array.isArray(list) && isFiniteNumber(list[1]) ? list[1] : 0);
    return { kind, vertices: count(entry.vertices), triangles: count(entry.triangles), missing: false };
  };
  if (typeof shape.hull === "string") return ofArrays(shape.hull, "hull");
  if (typeof shape.mesh === "string")
    return ofArrays(shape.mesh, isFiniteNumber(shape.hull_within) ? "hull of a mesh" : "mesh");
  const box = readVector(shape.box);
  if (box) return { kind: `box ${box.map(digitsOf).join(" × ")}`, vertices: 8, triangles: 12, missing: false };
  for (const [list, word] of [
    ["convex_parts", "convex parts"],
    ["mixed_parts", "parts"],
  ] as const) {
    const parts = shape[list];
    if (Array.isArray(parts))
      return summed(
        parts.map((part) => counted(page, part, depth + 1)),
        `${parts.length} ${word}`,
      );
  }
  if (isRecord(shape.rounded)) {
    const core = counted(page, shape.rounded.core, depth + 1);
    const { radius } = shape.rounded;
    return { ...core, kind: `rounded ${core.kind}, radius ${isFiniteNumber(radius) ? digitsOf(radius) : "?"}` };
  }
  if (isRecord(shape.half_space)) {
    const normal = readVector(shape.half_space.normal);
    return {
      kind: `half-space with normal ${normal ? pointText(normal) : "?"}`,
      vertices: 0,
      triangles: 0,
      missing: false,
    };
  }
  return { ...nothing, kind: "a shape that this page does not know" };
}

function summed(parts: readonly Counted[], kind: string): Counted {
  return parts.reduce(
    (sum, part) => ({
      kind,
      vertices: sum.vertices + part.vertices,
      triangles: sum.triangles + part.triangles,
      missing: sum.missing || part.missing,
    }),
    { kind, vertices: 0, triangles: 0, missing: false },
  );
}

export function rawObjects(page: Page): readonly unknown[] {
  const objects: unknown = page.scene.objects;
  return Array.isArray(objects) ? objects : [];
}

export function rawObject(page: Page, index: number): Record<string, unknown> | null {
  const raw = rawObjects(page)[index];
  return isRecord(raw) ? raw : null;
}

export function bodyFacts(page: Page, index: number): BodyFacts {
  const object = rawObject(page, index);
  const name = typeof object?.name === "string" ? object.name : `body ${index}`;
  if (!object) return { name, kind: "cannot be read", vertices: 0, triangles: 0, boxOnly: true };
  const parts = object.parts;
  const found = Array.isArray(parts)
    ? summed(
        parts.map((part) => counted(page, isRecord(part) ? part.shape : null)),
        `body of ${parts.length} parts`,
      )
    : counted(page, object.shape);
  const leftOut: unknown = page.extras.left_out;
  const boxOnly = found.missing || (Array.isArray(leftOut) && leftOut.includes(name));
  return { name, kind: found.kind, vertices: found.vertices, triangles: found.triangles, boxOnly };
}

// Edge lengths of the world box at the start.
export function sizeOfBody(page: Page, index: number): [number, number, number] | null {
  const box: unknown = Array.isArray(page.extras.boxes) ? page.extras.boxes[index] : null;
  if (!Array.isArray(box)) return null;
  const low = readVector(box[0]),
    high = readVector(box[1]);
  return low && high ? [high[0] - low[0], high[1] - low[1], high[2] - low[2]] : null;
}

export function motionWords(raw: unknown): string {
  if (raw === undefined) return "at rest";
  if (!isRecord(raw)) return "cannot be read";
  if (readVector(raw.velocity)) return `moves with the velocity ${pointText(readVector(raw.velocity)!)}`;
  if (raw.to !== undefined) return "moves from its pose to another one";
  if (Array.isArray(raw.keyframes)) return `moves through ${raw.keyframes.length} keyframes`;
  if (isRecord(raw.ballistic)) {
    const of = (field: string, word: string) => {
      const vector = readVector((raw.ballistic as Record<string, unknown>)[field]);
      return vector?.some((x) => x !== 0) ? [`${word} ${pointText(vector)}`] : [];
    };
    const said = [
      ...of("velocity", "velocity"),
      ...of("acceleration", "acceleration"),
      ...of("angular_velocity", "angular velocity"),
      ...of("center", "about its point"),
    ];
    return `flies${said.length > 0 ? `: ${said.join(", ")}` : ""}`;
  }
  return "cannot be read";
}

// The numbers of a triangle's corners, in the body's own list.
export function cornersOfTriangle(page: Page, object: number, triangle: number): number[] | null {
  const shape = rawObject(page, object)?.shape;
  const reference = isRecord(shape) ? (shape.mesh ?? shape.hull) : null;
  if (typeof reference !== "string") return null;
  try {
    const { triangles } = geometryOf(page, reference);
    return 3 * triangle + 2 < triangles.length ? [...triangles.subarray(3 * triangle, 3 * triangle + 3)] : null;
  } catch {
    return null;
  }
}
