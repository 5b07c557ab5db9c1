// What the bodies of a scene are made of: pieces, each convex, or a mesh, or a half-space, with its numbers in doubles
// and in its own numbering (docs/contract.md §4). A body that cannot be read is named and the others are shown.
import { geometryOf, type Page, type SceneObject, type Shape } from "../page_data";
import { boxTriangles, boxEdges, creaseEdges, hullTriangles } from "./solids";
import { composed, identity, inverted, isFinite3, placementOf, type Placement, type Vec3 } from "./vectors";

export interface Piece {
  object: number;
  part: number; // as results count parts; 0 of a body of one
  parts: number; // how many the body has
  convex: boolean;
  key: string; // equal for equal shapes
  vertices: Float64Array;
  triangles: Uint32Array;
  edges: Uint32Array;
  radius: number; // of rounding and padding together
  padded: boolean; // a mesh whose radius is padding
  halfSpace: { normal: Vec3; offset: number } | null;
  offset: Placement; // into the body's frame
  leftOut: boolean; // a box in place of the shape
}

interface Body {
  vertices: Float64Array;
  triangles: Uint32Array;
  edges: Uint32Array;
  convex: boolean;
  key: string;
  radius: number;
  halfSpace: Piece["halfSpace"];
}

const noNumbers = new Uint32Array(0);

function positive(value: number | undefined, what: string, fallback: number): number {
  if (value === undefined) return fallback;
  if (typeof value !== "number" || !Number.isFinite(value) || value < 0) throw new Error(`${what} is ${String(value)}`);
  return value;
}

function scaled(vertices: Float64Array, scale: number): Float64Array {
  return scale === 1 ? vertices : vertices.map((x) => x * scale);
}

function boxVertices(size: Vec3, scale: number): Float64Array {
  const vertices = new Float64Array(24);
  for (let i = 0; i < 8; ++i)
    for (let axis = 0; axis < 3; ++axis) vertices[3 * i + axis] = ((i >> axis) & 1 ? 0.5 : -0.5) * size[axis]! * scale;
  return vertices;
}

function flat(points: Vec3[]): Float64Array {
  if (!points.every((p) => Array.isArray(p) && p.length === 3 && isFinite3(p)))
    throw new Error("its points are not numbers");
  return Float64Array.from(points.flat());
}

// Bodies of a shape, one or, of convex parts, several; `scale` is that of what the shape is within.
function bodiesOf(page: Page, shape: Shape, outer: number): Body[] {
  if (typeof shape !== "object" || shape === null) throw new Error("it has no shape");
  const scale = outer * positive(shape.scale, "its scale", 1);
  const base = { radius: 0, halfSpace: null };
  if ("box" in shape) {
    const vertices = boxVertices(shape.box, scale);
    const key = `box ${vertices.subarray(21).join(" ")}`;
    return [{ ...base, vertices, triangles: boxTriangles, edges: boxEdges, convex: true, key }];
  }
  if ("hull" in shape) {
    if (typeof shape.hull === "string") {
      const { vertices, triangles, edges } = geometryOf(page, shape.hull);
      return [
        { ...base, vertices: scaled(vertices, scale), triangles, edges, convex: true, key: `${shape.hull} ${scale}` },
      ];
    }
    const vertices = scaled(flat(shape.hull), scale);
    const triangles = hullTriangles(vertices) ?? noNumbers;
    const key = `hull ${vertices.join(" ")}`;
    return [{ ...base, vertices, triangles, edges: creaseEdges(vertices, triangles, 1e-6), convex: true, key }];
  }
  if ("mesh" in shape) {
    if (typeof shape.mesh !== "string") throw new Error("its mesh is not in the page");
    const { vertices, triangles, edges } = geometryOf(page, shape.mesh);
    const convex = shape.hull_within !== undefined;
    return [{ ...base, vertices: scaled(vertices, scale), triangles, edges, convex, key: `${shape.mesh} ${scale}` }];
  }
  if ("rounded" in shape) {
    const cores = bodiesOf(page, shape.rounded.core, scale);
    const radius = positive(shape.rounded.radius, "its radius", 0) * scale;
    return cores.map((core) => ({ ...core, radius: core.radius + radius, key: `${core.key} r${radius}` }));
  }
  if ("half_space" in shape) {
    const { normal, offset } = shape.half_space;
    if (!isFinite3(normal) || normal.every((x) => x === 0)) throw new Error("its normal is no direction");
    const halfSpace = { normal, offset: offset * scale };
    return [
      {
        ...base,
        vertices: new Float64Array(0),
        triangles: noNumbers,
        edges: noNumbers,
        convex: true,
        key: "",
        halfSpace,
      },
    ];
  }
  const several = "convex_parts" in shape ? shape.convex_parts : (shape as { mixed_parts?: Shape[] }).mixed_parts;
  if (Array.isArray(several)) return several.flatMap((part) => bodiesOf(page, part, scale));
  throw new Error(`this page draws no shape "${Object.keys(shape).join(", ")}"`);
}

// The box of a body that is left out, in the body's own frame at the start, so that it moves along with it.
function boxPiece(page: Page, number: number, start: Placement): Piece {
  const [low, high] = page.extras.boxes[number] ?? [
    [0, 0, 0],
    [0, 0, 0],
  ];
  const size = high.map((x, i) => x - low[i]!) as Vec3;
  const center = high.map((x, i) => 0.5 * x + 0.5 * low[i]!) as Vec3;
  const vertices = boxVertices(size, 1);
  return {
    object: number,
    part: 0,
    parts: 1,
    convex: true,
    key: `left out ${vertices.subarray(21).join(" ")}`,
    vertices,
    triangles: boxTriangles,
    edges: boxEdges,
    radius: 0,
    padded: false,
    halfSpace: null,
    leftOut: true,
    offset: composed(inverted(start), { ...identity, t: center }),
  };
}

function piecesOfObject(page: Page, object: SceneObject, number: number): Piece[] {
  const padding = positive(object.padding, "its padding", 0);
  const make = (body: Body, part: number, parts: number, offset: Placement): Piece => ({
    ...body,
    object: number,
    part,
    parts,
    offset,
    padded: padding > 0 && !body.convex,
    radius: body.radius + padding,
    key: padding > 0 ? `${body.key} p${padding}` : body.key,
    leftOut: false,
  });
  if (object.parts) {
    const { parts } = object;
    return parts.flatMap(({ shape, offset }, k) =>
      bodiesOf(page, shape, 1).map((body) => make(body, k, parts.length, placementOf(offset))),
    );
  }
  if (!object.shape) throw new Error("it has no shape");
  const bodies = bodiesOf(page, object.shape, 1);
  return bodies.map((body, k) => make(body, k, bodies.length, placementOf(object.offset)));
}

// `startOf` says where a body's frame stands at the time of the boxes.
export function piecesOf(page: Page, startOf: (object: number) => Placement): { pieces: Piece[]; problems: string[] } {
  const pieces: Piece[] = [];
  const problems: string[] = [];
  const leftOut = new Set(page.extras.left_out);
  page.scene.objects.forEach((object, number) => {
    try {
      if (leftOut.has(object.name)) pieces.push(boxPiece(page, number, startOf(number)));
      else {
        const own = piecesOfObject(page, object, number);
        pieces.push(...own);
        if (own.some(({ padded }) => padded))
          problems.push(`${object.name} is shown without its padding, ${object.padding}.`);
      }
    } catch (error) {
      problems.push(`${object.name} cannot be shown: ${error instanceof Error ? error.message : String(error)}.`);
    }
  });
  return { pieces, problems };
}
