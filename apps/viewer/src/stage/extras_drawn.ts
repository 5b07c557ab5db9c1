// Bodies that are none of the scene's: convex hulls of those that are not convex, swept volumes, where a body would be
// after a move. Made when first asked for.
import type { Group } from "three";
import { geometryOf, type Page } from "../page_data";
import type { Bodies } from "./bodies";
import { displayShape, type DisplayShape } from "./display_shape";
import type { Piece } from "./pieces";
import { roundedSurface } from "./rounded";
import type { SceneModel } from "./scene_model";
import { creaseEdges, hullTriangles } from "./solids";
import { composed, identity, placed, plus, point, type Placement, type Vec3 } from "./vectors";

// Hulls of more points take longer than somebody waits who has only ticked a box.
const mostHullPoints = 60_000;

export interface Extra {
  kind: "hull" | "sweep" | "ghost";
  object: number;
  shape: DisplayShape;
  row: number;
  group: Group;
  offset: Placement; // into the body's frame; of a sweep into the world
}

// Of a rounded piece the points of its drawn surface are taken.
function hullOf(pieces: readonly Piece[]): Piece | null {
  const points = pieces.map(({ vertices, triangles, radius, convex }) =>
    radius > 0 && convex ? roundedSurface(vertices, triangles, radius, Math.PI / 8).positions : vertices,
  );
  const all = new Float64Array(points.reduce((sum, { length }) => sum + length, 0));
  let k = 0;
  points.forEach((own, which) => {
    for (let i = 0; 3 * i < own.length; ++i) all.set(placed(pieces[which]!.offset, point(own, i)), 3 * k++);
  });
  const triangles = hullTriangles(all);
  if (!triangles) return null;
  const edges = creaseEdges(all, triangles, 0.01);
  return { ...pieces[0]!, vertices: all, triangles, edges, offset: identity, convex: true, radius: 0 };
}

export class Extras {
  private readonly hulls = new Map<number, Extra | null>();
  private sweeps: Extra[] | null = null;
  private ghosts: Extra[] = [];
  private readonly told = new Set<number>();

  constructor(
    private readonly page: Page,
    private readonly model: SceneModel,
    private readonly bodies: Bodies,
    private readonly parent: Group,
    private readonly problem: (text: string) => void,
  ) {}

  private made(kind: Extra["kind"], object: number, shape: DisplayShape, offset: Placement): Extra | null {
    const row = this.bodies.takeRow();
    if (row === undefined) return null;
    const group = this.bodies.alone(shape, row);
    group.children.forEach((child) => (child.renderOrder = 4));
    this.parent.add(group);
    return { kind, object, shape, row, group, offset };
  }

  *hullsOf(hidden: ReadonlySet<number>): Generator<Extra> {
    for (const [object, pieces] of this.model.ofObject.entries()) {
      const known = this.hulls.get(object);
      if (known) {
        if (!hidden.has(object)) yield known;
        continue;
      }
      const solid = pieces.filter(({ halfSpace, leftOut }) => !halfSpace && !leftOut);
      const plain = solid.length === 0 || (solid.length === 1 && solid[0]!.convex);
      if (known === null || plain || hidden.has(object)) continue;
      const points = solid.reduce((sum, { vertices }) => sum + vertices.length / 3, 0);
      if (points > mostHullPoints) {
        if (!this.told.has(object))
          this.problem(
            `The convex hull of ${this.page.scene.objects[object]!.name} is not shown: it has ${points} vertices.`,
          );
        this.told.add(object);
        continue;
      }
      const hull = hullOf(solid);
      const extra = hull && this.made("hull", object, displayShape(hull), identity);
      this.hulls.set(object, extra);
      if (extra) yield extra;
    }
  }

  allSweeps(): readonly Extra[] {
    if (this.sweeps) return this.sweeps;
    this.sweeps = [];
    for (const { object, parts } of this.page.extras.sweeps) {
      const number = this.model.resolved(object)?.object ?? -1;
      for (const reference of parts) {
        try {
          const { vertices, triangles, edges } = geometryOf(this.page, reference);
          const piece: Piece = {
            object: number,
            part: 0,
            parts: 1,
            convex: true,
            key: reference,
            vertices,
            triangles,
            edges,
            radius: 0,
            padded: false,
            halfSpace: null,
            offset: identity,
            leftOut: false,
          };
          const extra = this.made("sweep", number, displayShape(piece), identity);
          if (extra) this.sweeps.push(extra);
        } catch (error) {
          this.problem(`The swept volume of ${object} cannot be shown: ${(error as Error).message}.`);
        }
      }
    }
    return this.sweeps;
  }

  setGhosts(
    ghosts: readonly { object: number; by: Vec3 }[],
    frameOf: (object: number) => Placement,
  ): readonly (Extra & { at: Placement })[] {
    for (const { group, row } of this.ghosts) {
      this.parent.remove(group);
      this.bodies.giveRow(row);
    }
    this.ghosts = [];
    const all: (Extra & { at: Placement })[] = [];
    for (const { object, by } of ghosts)
      for (const piece of this.model.ofObject[object] ?? []) {
        const shape = this.bodies.ofPiece.get(piece)?.shape;
        const extra = shape && this.made("ghost", object, shape, piece.offset);
        if (!extra) continue;
        this.ghosts.push(extra);
        const at = composed(frameOf(object), piece.offset);
        all.push({ ...extra, at: { m: at.m, t: plus(at.t, 1, by) } });
      }
    return all;
  }

  hide(kind: "hull" | "sweep"): void {
    for (const extra of kind === "hull" ? this.hulls.values() : (this.sweeps ?? []))
      if (extra) extra.group.visible = false;
  }
}
