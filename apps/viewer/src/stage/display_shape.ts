// What of a piece goes to the graphics card: float32 about the piece's own middle, in units of its own size, so that a body far from
// the origin, or of any size, is as sharp as one at hand.
import type { Piece } from "./pieces";
import { roundedSurface } from "./rounded";
import { sharpEdges } from "./solids";
import type { Vec3 } from "./vectors";

export interface DisplayShape {
  center: Vec3; // in the piece's frame
  size: number; // what 1 stands for: half the longest side
  reach: number; // radius of a ball about the center that holds everything
  positions: Float32Array;
  normals: Float32Array | null; // of a rounded surface; others are flat, face by face
  triangles: Uint32Array;
  source: Int32Array | null; // the shape's own triangle for each drawn one; null: they are the same
  sharp: Uint32Array; // edges
  soft: Uint32Array;
}

// Above this many edges those of small angles would only be a mesh of ink.
const manyEdges = 4000;
const softAngle = (20 * Math.PI) / 180;
const noNumbers = new Uint32Array(0);

export function displayShape(piece: Piece): DisplayShape {
  const curved = piece.radius > 0 && piece.convex ? roundedSurface(piece.vertices, piece.triangles, piece.radius, stepFor(piece)) : null;
  const from = curved?.positions ?? piece.vertices;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < from.length; ++i) {
    const x = from[i]!;
    const axis = i % 3;
    if (x < low[axis]!) low[axis] = x;
    if (x > high[axis]!) high[axis] = x;
  }
  const center = low.map((x, i) => (from.length === 0 ? 0 : 0.5 * x + 0.5 * high[i]!)) as Vec3;
  const half = low.map((x, i) => (from.length === 0 ? 0 : 0.5 * high[i]! - 0.5 * x));
  const size = Math.max(...half) || 1;
  const positions = new Float32Array(from.length);
  for (let i = 0; i < from.length; ++i) positions[i] = (from[i]! - center[i % 3]!) / size;
  const many = piece.edges.length > 2 * manyEdges;
  const edges = curved ? { sharp: noNumbers, soft: noNumbers } : sharpEdges(piece.vertices, piece.triangles, piece.edges, softAngle);
  return {
    center,
    size,
    reach: Math.hypot(...half),
    positions,
    normals: curved?.normals ?? null,
    triangles: curved?.triangles ?? piece.triangles,
    source: curved?.source ?? null,
    sharp: edges.sharp,
    soft: many ? noNumbers : edges.soft,
  };
}

// Curved parts are finer where there are few of them.
function stepFor(piece: Piece): number {
  const corners = piece.vertices.length / 3;
  return Math.PI / (corners <= 8 ? 24 : corners <= 64 ? 16 : 8);
}
