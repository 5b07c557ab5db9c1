// What of a piece goes to the graphics card: float32 about the piece's own middle, in units of its own size, so that a
// body far from the origin, or of any size, is as sharp as one at hand.
import type { Piece } from "./pieces";
import { roundedSurface } from "./rounded";
import { sharpEdges } from "./solids";
import { distance, point, type Vec3 } from "./vectors";

export interface DisplayShape {
  center: Vec3; // in the piece's frame
  size: number; // what 1 stands for: half the longest side
  half: Vec3; // half the lengths of the box about the center
  reach: number; // radius of a ball about the center that holds everything
  positions: Float32Array;
  normals: Float32Array | null; // of a rounded surface; others are flat, face by face
  triangles: Uint32Array;
  source: Int32Array | null; // the shape's own triangle for each drawn one; null: they are the same
  edges: Edges | null; // null: not looked at yet
}

export interface Edges {
  sharp: Uint32Array;
  soft: Uint32Array;
  usual: number; // how long one is, in units of the shape's size
}

// Above this many edges those of small angles would only be a mesh of ink.
const manyEdges = 4000;
// Above this many, finding those that bend sharply takes long enough that the faces are shown before.
const slowEdges = 60_000;
const softAngle = (20 * Math.PI) / 180;
const noNumbers = new Uint32Array(0);

export function displayShape(piece: Piece): DisplayShape {
  const curved =
    piece.radius > 0 && piece.convex
      ? roundedSurface(piece.vertices, piece.triangles, piece.radius, stepFor(piece))
      : null;
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
  return {
    center,
    size,
    half: half as Vec3,
    reach: Math.hypot(...half),
    positions,
    normals: curved?.normals ?? null,
    triangles: curved?.triangles ?? piece.triangles,
    source: curved?.source ?? null,
    edges: curved
      ? { sharp: noNumbers, soft: noNumbers, usual: 1 }
      : piece.edges.length > 2 * slowEdges
        ? null
        : edgesOf(piece, size),
  };
}

export function edgesOf(piece: Piece, size: number): Edges {
  const { sharp, soft } = sharpEdges(piece.vertices, piece.triangles, piece.edges, softAngle);
  const usual = usualLength(piece, size);
  return { sharp, soft: piece.edges.length > 2 * manyEdges ? noNumbers : soft, usual };
}

// The mean of some hundred edges.
function usualLength({ edges, vertices }: Piece, size: number): number {
  const count = edges.length / 2;
  if (count === 0) return 1;
  const stride = Math.max(1, Math.floor(count / 300));
  let sum = 0;
  let seen = 0;
  for (let k = 0; k < count; k += stride, ++seen)
    sum += distance(point(vertices, edges[2 * k]!), point(vertices, edges[2 * k + 1]!));
  return sum / seen / size;
}

// Curved parts are finer where there are few of them.
function stepFor(piece: Piece): number {
  const corners = piece.vertices.length / 3;
  return Math.PI / (corners <= 8 ? 24 : corners <= 64 ? 16 : 8);
}
