// Which bodies and pieces a pair of a result speaks of, and where they stand at a time.
import type { App } from "../app";
import type { PairResult } from "../page_data";
import { piecesOf, type Piece } from "./pieces";
import { composed, inverted, placementOf, placed, point, type Placement, type Vec3 } from "./vectors";

// One body of a pair, as its certificate sees it: a piece at its place in the world.
export interface Side {
  object: number;
  // Null where the body could not be read or was left out, or where several pieces share the claim.
  piece: Piece | null;
  pieces: readonly Piece[];
  frame: Placement; // of the body
  placement: Placement; // of the piece
}

export class SceneModel {
  readonly pieces: readonly Piece[];
  readonly problems: readonly string[];
  readonly ofObject: readonly (readonly Piece[])[];
  private readonly numbers = new Map<string, number>();

  constructor(private readonly app: App) {
    const start = app.page.scene.interval?.[0] ?? 0;
    const { pieces, problems } = piecesOf(app.page, (object) => this.frameAt(object, start));
    this.pieces = pieces;
    this.problems = problems;
    const ofObject: Piece[][] = app.page.scene.objects.map(() => []);
    for (const piece of pieces) ofObject[piece.object]!.push(piece);
    this.ofObject = ofObject;
    app.page.scene.objects.forEach(({ name }, number) => this.numbers.set(name, number));
  }

  // The moving frame, in which the shape stands at its offset.
  frameAt(object: number, time: number): Placement {
    const stands = placementOf(this.app.poseAt(object, time));
    const offset = this.app.page.scene.objects[object]?.offset;
    return offset ? composed(stands, inverted(placementOf(offset))) : stands;
  }

  intervalLength(): number {
    const [from, to] = this.app.page.scene.interval ?? [0, 0];
    return to - from;
  }

  // A name of a result is that of an object, or NAME/k for part k of one.
  resolved(name: string): { object: number; part: number | null } | null {
    const object = this.numbers.get(name);
    if (object !== undefined) return { object, part: null };
    const slash = name.lastIndexOf("/");
    const part = Number(name.slice(slash + 1));
    const whole = slash < 0 ? undefined : this.numbers.get(name.slice(0, slash));
    return whole === undefined || !Number.isInteger(part) ? null : { object: whole, part };
  }

  side(pair: PairResult, which: "a" | "b", time: number): Side | null {
    const found = this.resolved(pair[which]);
    if (!found) return null;
    const pieces = this.ofObject[found.object] ?? [];
    const part = found.part ?? pair.part?.[which] ?? null;
    const claimed = pieces.length === 1 ? pieces[0]! : (pieces.find((one) => one.part === part) ?? null);
    const piece = claimed?.leftOut ? null : claimed;
    const frame = this.frameAt(found.object, time);
    return { object: found.object, piece, pieces, frame, placement: piece ? composed(frame, piece.offset) : frame };
  }
}

export function vertexOf(side: Side, i: number): Vec3 | null {
  const vertices = side.piece?.vertices;
  return vertices && 3 * i + 2 < vertices.length ? placed(side.placement, point(vertices, i)) : null;
}
