// The bodies on the graphics card. Small shapes of all bodies are in one buffer, large ones are there once each and
// drawn as instances; either way a vertex finds its body's place and look in one row of a texture.
import {
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  FloatType,
  Group,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  LineSegments,
  Mesh,
  NearestFilter,
  RGBAFormat,
  Sphere,
  Vector3,
  type IUniform,
  type RawShaderMaterial,
} from "three";
import { displayShape, edgesOf, type DisplayShape } from "./display_shape";
import { faintBelow, rowsAcross, solidFrom, texelsPerRow, type Materials, type Pass } from "./materials";
import type { Piece } from "./pieces";
import { EdgeTable, orientation } from "./solids";
import { placed, type Placement, type Vec3 } from "./vectors";

// A shape with fewer triangles than this is copied for each body that has it: fewer calls weigh more than bytes.
const smallShape = 3000;
const mostCopied = 400_000;
// More soft edges than this in all and none are drawn; more lines than this and they pause while the view turns.
const mostSoftEdges = 120_000;
const manyLines = 20_000;

// Nothing is culled and nothing sorted by distance, so nobody needs the true ones, which would cost a walk over all
// vertices.
export const anySphere = new Sphere(new Vector3(), 1);

const passes: readonly Pass[] = [0, 1, 2];

export const passOf = (alpha: number): Pass => (alpha >= solidFrom || alpha <= 0 ? 0 : alpha < faintBelow ? 1 : 2);

export interface Drawn {
  piece: Piece;
  shape: DisplayShape;
  row: number;
  at: Placement; // in the world, as last placed
  center: Vec3;
}

export interface Look {
  color: readonly [number, number, number];
  alpha: number;
  chosen: number;
  edge: number;
}

export class Bodies {
  readonly group = new Group();
  readonly drawn: Drawn[] = [];
  readonly ofPiece = new Map<Piece, Drawn>();
  readonly triangles: number; // in all that is drawn
  private readonly numbers: Float32Array;
  private readonly texture: DataTexture;
  private readonly extra: number[] = []; // free rows, for ghosts and hulls
  private readonly closedness = new Map<string, number>();
  private readonly faces: Mesh[] = [];
  private readonly edges: LineSegments[] = [];
  private readonly byPass: (Mesh | LineSegments)[][] = [[], [], []];
  private readonly geometries = new Map<DisplayShape, InstancedBufferGeometry>();
  private readonly later: (() => void)[] = [];
  private lineCount = 0;
  private softToo = true;
  private used = [true, false, false]; // passes
  private readonly materials: {
    flat: RawShaderMaterial[]; // one for each pass
    smooth: RawShaderMaterial[];
    sharp: RawShaderMaterial[];
    soft: RawShaderMaterial[];
  };

  constructor(pieces: readonly Piece[], materials: Materials, rows: IUniform, tint: IUniform, extraRows: number) {
    this.materials = {
      flat: passes.map((pass) => materials.faces(false, pass)),
      smooth: passes.map((pass) => materials.faces(true, pass)),
      sharp: passes.map((pass) => materials.edges(pass, 0.9, tint)),
      soft: passes.map((pass) => materials.edges(pass, 0.22, tint)),
    };
    const shapes = new Map<string, DisplayShape>();
    const users = new Map<DisplayShape, Drawn[]>();
    for (const piece of pieces) {
      if (piece.halfSpace) continue;
      let shape = shapes.get(piece.key);
      if (!shape) shapes.set(piece.key, (shape = displayShape(piece)));
      const one: Drawn = { piece, shape, row: this.drawn.length, at: piece.offset, center: [0, 0, 0] };
      this.drawn.push(one);
      this.ofPiece.set(piece, one);
      users.set(shape, [...(users.get(shape) ?? []), one]);
    }
    const count = this.drawn.length + extraRows;
    for (let row = count - 1; row >= this.drawn.length; --row) this.extra.push(row);
    const height = Math.max(1, Math.ceil(count / rowsAcross));
    this.numbers = new Float32Array(4 * texelsPerRow * rowsAcross * height);
    this.texture = new DataTexture(this.numbers, texelsPerRow * rowsAcross, height, RGBAFormat, FloatType);
    this.texture.minFilter = NearestFilter;
    this.texture.magFilter = NearestFilter;
    rows.value = this.texture;
    let softEdges = 0;
    for (const [shape, all] of users) softEdges += (all.length * (shape.edges?.soft.length ?? 0)) / 2;
    this.softToo = softEdges <= mostSoftEdges;
    let copied = 0;
    const small: Drawn[] = [];
    let triangles = 0;
    for (const [shape, all] of users) {
      const total = (shape.triangles.length / 3) * all.length;
      triangles += total;
      if (shape.triangles.length <= 3 * smallShape && copied + total <= mostCopied) {
        copied += total;
        small.push(...all);
      } else this.addInstanced(shape, all);
    }
    this.triangles = triangles;
    this.addCopied(
      small.filter(({ shape }) => !shape.normals),
      false,
    );
    this.addCopied(
      small.filter(({ shape }) => shape.normals),
      true,
    );
  }

  // Row of a thing that is no body; undefined when there are none left.
  takeRow(): number | undefined {
    return this.extra.pop();
  }

  giveRow(row: number): void {
    this.numbers[4 * texelsPerRow * row + 15] = 0;
    this.extra.push(row);
    this.texture.needsUpdate = true;
  }

  // Faces and edges of one shape with a row of its own.
  alone(shape: DisplayShape, row: number): Group {
    const geometry = this.instanced(shape, [row]);
    const group = new Group();
    const smooth = shape.normals !== null;
    for (const pass of passes) {
      const mesh = new Mesh(geometry, (smooth ? this.materials.smooth : this.materials.flat)[pass]!);
      group.add(mesh);
      if (shape.edges && shape.edges.sharp.length > 0)
        group.add(this.lines(geometry, shape.edges.sharp, this.materials.sharp[pass]!));
    }
    group.children.forEach((child) => (child.frustumCulled = false));
    return group;
  }

  private lines(geometry: BufferGeometry, indices: Uint32Array, material: RawShaderMaterial): LineSegments {
    const lines = geometry instanceof InstancedBufferGeometry ? new InstancedBufferGeometry() : new BufferGeometry();
    if (geometry instanceof InstancedBufferGeometry && lines instanceof InstancedBufferGeometry)
      lines.instanceCount = geometry.instanceCount;
    lines.setAttribute("position", geometry.getAttribute("position"));
    lines.setAttribute("row", geometry.getAttribute("row"));
    lines.setIndex(new BufferAttribute(indices, 1));
    lines.boundingSphere = anySphere;
    return new LineSegments(lines, material);
  }

  private instanced(shape: DisplayShape, rows: number[]): InstancedBufferGeometry {
    const geometry = new InstancedBufferGeometry();
    const known = this.geometries.get(shape);
    geometry.setAttribute("position", known?.getAttribute("position") ?? new BufferAttribute(shape.positions, 3));
    if (shape.normals)
      geometry.setAttribute("normal", known?.getAttribute("normal") ?? new BufferAttribute(shape.normals, 3));
    geometry.setIndex(known?.getIndex() ?? new BufferAttribute(shape.triangles, 1));
    geometry.setAttribute("row", new InstancedBufferAttribute(Float32Array.from(rows), 1));
    geometry.instanceCount = rows.length;
    geometry.boundingSphere = anySphere;
    if (!known) this.geometries.set(shape, geometry);
    return geometry;
  }

  private put(thing: Mesh | LineSegments, pass: Pass): void {
    thing.frustumCulled = false;
    // What is seen through comes after all that is not; edges after faces.
    thing.renderOrder = 2 * pass + (thing instanceof LineSegments ? 1 : 0);
    this.byPass[pass]!.push(thing);
    this.group.add(thing);
  }

  private addFaces(geometry: BufferGeometry, smooth: boolean): void {
    for (const pass of passes) {
      const mesh = new Mesh(geometry, (smooth ? this.materials.smooth : this.materials.flat)[pass]!);
      this.faces.push(mesh);
      this.put(mesh, pass);
    }
  }

  private addEdges(geometry: BufferGeometry, sharp: Uint32Array, soft: Uint32Array, instances: number): void {
    this.lineCount += (instances * (sharp.length + (this.softToo ? soft.length : 0))) / 2;
    for (const pass of passes)
      for (const [indices, material] of [
        [sharp, this.materials.sharp],
        [soft, this.materials.soft],
      ] as const) {
        if (indices.length === 0 || (indices === soft && !this.softToo)) continue;
        const lines = this.lines(geometry, indices, material[pass]!);
        this.edges.push(lines);
        this.put(lines, pass);
      }
  }

  private addInstanced(shape: DisplayShape, all: readonly Drawn[]): void {
    const geometry = this.instanced(
      shape,
      all.map(({ row }) => row),
    );
    this.addFaces(geometry, shape.normals !== null);
    const addEdges = (): void => {
      shape.edges ??= edgesOf(all[0]!.piece, shape.size);
      this.addEdges(geometry, shape.edges.sharp, shape.edges.soft, all.length);
    };
    if (shape.edges) addEdges();
    else this.later.push(addEdges);
  }

  // What can wait until the faces are seen; one piece of work for each call. False when nothing is left.
  workLater(): boolean {
    this.later.pop()?.();
    return this.later.length > 0;
  }

  get hasWork(): boolean {
    return this.later.length > 0;
  }

  private addCopied(all: readonly Drawn[], smooth: boolean): void {
    if (all.length === 0) return;
    const sum = (of: (shape: DisplayShape) => number): number => all.reduce((total, { shape }) => total + of(shape), 0);
    const vertices = sum(({ positions }) => positions.length / 3);
    const positions = new Float32Array(3 * vertices);
    const normals = smooth ? new Float32Array(3 * vertices) : null;
    const rows = new Float32Array(vertices);
    const triangles = new Uint32Array(sum((shape) => shape.triangles.length));
    const sharp = new Uint32Array(sum(({ edges }) => edges?.sharp.length ?? 0));
    const soft = new Uint32Array(sum(({ edges }) => edges?.soft.length ?? 0));
    let first = 0;
    const at = { triangles: 0, sharp: 0, soft: 0 };
    const copy = (from: Uint32Array, to: Uint32Array, which: keyof typeof at): void => {
      for (let i = 0; i < from.length; ++i) to[at[which] + i] = from[i]! + first;
      at[which] += from.length;
    };
    for (const { shape, row } of all) {
      positions.set(shape.positions, 3 * first);
      if (normals && shape.normals) normals.set(shape.normals, 3 * first);
      const count = shape.positions.length / 3;
      rows.fill(row, first, first + count);
      copy(shape.triangles, triangles, "triangles");
      copy(shape.edges?.sharp ?? sharp.subarray(0, 0), sharp, "sharp");
      copy(shape.edges?.soft ?? soft.subarray(0, 0), soft, "soft");
      first += count;
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(positions, 3));
    if (normals) geometry.setAttribute("normal", new BufferAttribute(normals, 3));
    geometry.setAttribute("row", new BufferAttribute(rows, 1));
    geometry.setIndex(new BufferAttribute(triangles, 1));
    geometry.boundingSphere = anySphere;
    this.addFaces(geometry, smooth);
    this.addEdges(geometry, sharp, soft, 1);
  }

  // `hurry`: the view turns and frames are late.
  show(faces: boolean, edges: boolean, hurry: boolean): void {
    for (const mesh of this.faces) mesh.visible = faces;
    for (const lines of this.edges) lines.visible = edges && !(hurry && faces && this.lineCount > manyLines);
    this.byPass.forEach((things, pass) => {
      if (!this.used[pass]) for (const thing of things) thing.visible = false;
    });
  }

  // Where a row stands: display coordinates are (world − origin) · scale.
  place(row: number, shape: DisplayShape, at: Placement, origin: Vec3, scale: number): void {
    const { m, t } = at;
    const c = shape.center;
    const { numbers } = this;
    let k = 4 * texelsPerRow * row;
    for (let i = 0; i < 3; ++i) {
      const factor = shape.size * scale;
      numbers[k] = m[3 * i]! * factor;
      numbers[k + 1] = m[3 * i + 1]! * factor;
      numbers[k + 2] = m[3 * i + 2]! * factor;
      const turnedCenter = m[3 * i]! * c[0] + m[3 * i + 1]! * c[1] + m[3 * i + 2]! * c[2];
      numbers[k + 3] = (turnedCenter + (t[i]! - origin[i]!)) * scale;
      k += 4;
    }
    this.texture.needsUpdate = true;
  }

  moved(one: Drawn, at: Placement): void {
    one.at = at;
    one.center = placed(at, one.shape.center);
  }

  // `scale` as in `place`: edges that are short in the picture fade.
  look(row: number, shape: DisplayShape, { color, alpha, chosen, edge }: Look, closed: number, scale: number): void {
    const k = 4 * texelsPerRow * row + 12;
    const { numbers } = this;
    numbers[k] = color[0];
    numbers[k + 1] = color[1];
    numbers[k + 2] = color[2];
    numbers[k + 3] = alpha;
    numbers[k + 4] = chosen;
    numbers[k + 5] = closed;
    numbers[k + 6] = (shape.edges?.usual ?? 1) * shape.size * scale;
    numbers[k + 7] = edge;
    this.texture.needsUpdate = true;
  }

  // Only a section asks; it costs a walk over all triangles.
  closed({ piece, shape }: Drawn): number {
    if (piece.convex && piece.triangles.length > 0) return 1;
    if (shape.source) return 1;
    let known = this.closedness.get(piece.key);
    if (known === undefined) {
      const sign = piece.triangles.length > 0 && new EdgeTable(piece.triangles).closed();
      known = sign ? Math.sign(orientation(piece.vertices, piece.triangles)) : 0;
      this.closedness.set(piece.key, known);
    }
    return known;
  }

  setTranslucent(faint: boolean, clear: boolean): void {
    this.used = [true, faint, clear];
  }
}
