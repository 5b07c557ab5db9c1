// Which colour a body has. No two neighbours in the list rest on the difference of red and green; the bodies of a
// chosen pair are blue and orange, which everybody tells apart, and all others then grey.
import type { ViewState } from "../app";
import type { Look } from "./bodies";
import type { Ink } from "./pair_picture";
import type { Palette } from "./overlays";

export type Rgb = readonly [number, number, number];

export function rgb(hex: string): Rgb {
  const value = parseInt(hex.slice(1), 16);
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

const light = {
  bodies: ["#7f9fc6", "#d3ab69", "#79aea0", "#b78ca9", "#a9b36a", "#8f90c2", "#cf9280", "#8ba2ae"].map(rgb),
  others: rgb("#bcc4cc"),
  a: rgb("#4a90dd"),
  b: rgb("#ef9a2d"),
  tint: [...rgb("#10202e"), 0.78],
  rim: rgb("#ffffff"),
  inks: {
    a: rgb("#0b4f9c"),
    b: rgb("#a85600"),
    witness: rgb("#16202b"),
    plane: rgb("#00836a"),
    depth: rgb("#b3261e"),
    contact: rgb("#8a3a9a"),
    conflict: rgb("#b3261e"),
    trace: rgb("#6d3fb0"),
    measure: rgb("#16202b"),
    box: rgb("#6b7785"),
    sweep: rgb("#6d4aa8"),
  } satisfies Record<Ink, Rgb>,
};

const dark: typeof light = {
  bodies: ["#7899c4", "#c9a15d", "#6fa797", "#b085a2", "#a1ac60", "#8b8cc0", "#c68875", "#849ba8"].map(rgb),
  others: rgb("#626d78"),
  a: rgb("#4a90dd"),
  b: rgb("#e08e22"),
  tint: [...rgb("#05090d"), 0.8],
  rim: rgb("#0c1015"),
  inks: {
    a: rgb("#8fc6ff"),
    b: rgb("#ffc06a"),
    witness: rgb("#ffffff"),
    plane: rgb("#5fe0c0"),
    depth: rgb("#ff8a7d"),
    contact: rgb("#e39af2"),
    conflict: rgb("#ff8a7d"),
    trace: rgb("#c7a5ff"),
    measure: rgb("#ffffff"),
    box: rgb("#8a96a3"),
    sweep: rgb("#bda2ee"),
  },
};

export type Tones = typeof light;

export const tones = (isDark: boolean): Tones => (isDark ? dark : light);
export const paletteOf = (tone: Tones): Palette => tone.inks;

export interface Standing {
  object: number;
  part: number;
  leftOut: boolean;
}

// `pair` are the bodies of the chosen pair; `meets` says that they share points: then one sees into them.
export function lookOf(
  state: ViewState,
  tone: Tones,
  pair: { a: number; b: number } | null,
  meets: boolean,
  bodies: number,
  { object, part, leftOut }: Standing,
): Look {
  const inPair = pair !== null && (object === pair.a || object === pair.b);
  const chosen = state.object === object && (state.part === null || state.part === part) ? 1 : 0;
  let color: Rgb = tone.bodies[object % tone.bodies.length]!;
  if (state.layers.parts) color = tone.bodies[(object * 3 + part) % tone.bodies.length]!;
  else if (inPair) color = object === pair.a ? tone.a : tone.b;
  else if (pair !== null) color = tone.others;
  let alpha = state.opacity;
  if (inPair && meets) alpha = Math.min(alpha, 0.5);
  if (leftOut) alpha = Math.min(alpha, 0.3);
  // The others would hide it: the more there are, the fainter.
  if (pair !== null && !inPair && chosen === 0) alpha = Math.min(alpha, bodies <= 40 ? 0.3 : 0.12);
  if (state.onlyPair && pair !== null && !inPair) alpha = 0.07;
  const hidden = state.hidden.has(object);
  return {
    color,
    alpha: hidden ? 0 : Math.max(alpha, 0.02),
    chosen,
    edge: pair !== null && !inPair ? Math.min(1, 1.2 * alpha) : 1,
  };
}
