// The stage: the renderer, what is in the scene, and when it is drawn: only when something changed.
import { Group, PerspectiveCamera, Scene, Vector2, Vector3, Vector4, WebGLRenderer } from "three";
import type { App, Camera, StageActions, ViewState } from "../app";
import { Bodies, type Drawn } from "./bodies";
import { between, Eye, fieldOfView, type View } from "./camera";
import { Extras, type Extra } from "./extras_drawn";
import { Labels, type Label } from "./labels";
import { lookOf, paletteOf, tones, type Tones } from "./looks";
import { Materials } from "./materials";
import { Overlays } from "./overlays";
import { emptyPicture, PairPainter, type Picture } from "./pair_picture";
import { pick, type Hit, type Ray } from "./pick";
import { picturePng } from "./snapshot";
import { SceneModel, type Side } from "./scene_model";
import { composed, cross, distance, dot, inverted, length, placed, placementOf, plus, sub, turned, unit, type Placement, type Vec3 } from "./vectors";
import { paintBoxes, paintHalfSpaces, paintMeasure, paintSection, paintThin, paintTrace, type Ball } from "./world_picture";

// Beyond this ratio of far to near a depth buffer of 24 bits shows faces through each other.
const greatestDepthRatio = 2e4;
const mostPairsDrawn = 2000;

export class Stage implements Omit<StageActions, "camera"> {
  readonly eye = new Eye();
  readonly labels = new Labels();
  readonly model: SceneModel;
  ball: Ball = { center: [0, 0, 0], radius: 1, half: [1, 1, 1] };
  sectionCenter: Vec3 | null = null;
  private bounds: Ball = this.ball; // of the bodies as they stand now: nothing of them may be cut off
  onRender: () => void = () => undefined;
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera((fieldOfView * 180) / Math.PI);
  private readonly uniforms = {
    rows: { value: null as unknown },
    section: { value: new Vector4() },
    depthRange: { value: new Vector2(1, 1) },
    resolution: { value: new Vector2(1, 1) },
    pixels: { value: 1 }, // of a length 1 at a distance 1
  };
  private readonly tint = { value: new Vector4() };
  private readonly rim = { value: new Vector3() };
  private readonly materials = new Materials(this.uniforms);
  private readonly bodies: Bodies;
  private readonly extras: Extras;
  private readonly overlays: Overlays;
  private readonly statics: Overlays;
  private readonly painter: PairPainter;
  private readonly sizes: number[];
  private readonly frames: Placement[] = [];
  private tone: Tones = tones(false);
  private origin: Vec3 = [0, 0, 0];
  private scale = 1;
  private width = 1;
  private height = 1;
  private scheduled = 0;
  private working = 0;
  private flight: { from: View; to: View; begin: number; lasts: number } | null = null;
  private stale = { places: true, looks: true, pictures: true };
  private pace = { last: 0, slow: 0, ratio: 1, moving: false, settle: 0 };

  constructor(private readonly app: App, readonly canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, powerPreference: "high-performance" });
    this.renderer.setClearColor(0, 0);
    this.renderer.sortObjects = true;
    this.camera.matrixAutoUpdate = false;
    this.scene.matrixAutoUpdate = false;
    this.model = new SceneModel(app);
    if (this.model.problems.length > 0) this.problem(...this.model.problems);
    const { extras } = app.page;
    const extraRows = app.page.scene.objects.length + extras.sweeps.reduce((sum, { parts }) => sum + parts.length, 0) + 512;
    this.bodies = new Bodies(this.model.pieces, this.materials, this.uniforms.rows, this.tint, extraRows);
    const extraGroup = new Group();
    this.extras = new Extras(app.page, this.model, this.bodies, extraGroup, (text) => this.problem(text));
    this.overlays = new Overlays(this.materials, this.rim);
    this.statics = new Overlays(this.materials, this.rim);
    this.statics.group.children.forEach((child) => (child.renderOrder = 6));
    this.scene.add(this.bodies.group, extraGroup, this.statics.group, this.overlays.group);
    this.sizes = this.sizesOfBodies();
    this.painter = new PairPainter(this.model, (object) => this.sizes[object] ?? Infinity);
    this.moveBodies();
    this.measureWorld();
    this.fitNow();
    app.on(["time", "trace"], () => this.restale("places"));
    app.on(["hidden", "opacity", "layers", "pair", "object", "part", "onlyPair", "section"], () => this.restale("looks"));
    app.on(["measure", "standings"], () => this.restale("pictures"));
  }

  get triangles(): number {
    return this.bodies.triangles;
  }

  private problem(...texts: string[]): void {
    this.app.patch({ problems: [...this.app.state.problems, ...texts] });
  }

  private restale(what: "places" | "looks" | "pictures"): void {
    this.stale[what] = true;
    this.invalidate();
  }

  setDark(dark: boolean): void {
    this.tone = tones(dark);
    this.tint.value.set(...(this.tone.tint as [number, number, number, number]));
    this.rim.value.set(...this.tone.rim);
    this.restale("looks");
  }

  private setRatio(ratio: number): void {
    const { layers } = this.app.state;
    this.pace.ratio = ratio;
    this.bodies.show(layers.faces, layers.edges, ratio < 1);
    this.resize(this.width, this.height);
  }

  resize(width: number, height: number): void {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2) * this.pace.ratio);
    this.renderer.setSize(this.width, this.height, false);
    this.invalidate();
  }

  // One frame soon, whoever asks and however often.
  invalidate(): void {
    if (this.scheduled === 0) this.scheduled = requestAnimationFrame((now) => this.frame(now));
  }

  private frame(now: number): void {
    this.scheduled = 0;
    this.followPace(now);
    if (this.flight) {
      const { from, to, begin, lasts } = this.flight;
      const s = Math.min(1, (now - begin) / lasts);
      this.eye.view = between(from, to, s * s * (3 - 2 * s));
      if (s === 1) this.flight = null;
      else this.invalidate();
    }
    this.render();
  }

  // Where frames come slowly while somebody turns the scene, it is drawn coarser until they stop.
  private followPace(now: number): void {
    const { pace } = this;
    const gap = now - pace.last;
    pace.last = now;
    if (gap < 400 && pace.moving) pace.slow = gap > 48 ? pace.slow + 1 : Math.max(0, pace.slow - 1);
    if (pace.slow >= 3 && pace.ratio > 0.5) {
      pace.slow = 0;
      this.setRatio(pace.ratio > 0.7 ? 0.7 : 0.5);
    }
  }

  moving(): void {
    const { pace } = this;
    pace.moving = true;
    clearTimeout(pace.settle);
    pace.settle = window.setTimeout(() => {
      pace.moving = false;
      pace.slow = 0;
      if (pace.ratio < 1) this.setRatio(1);
    }, 250);
  }

  private sizesOfBodies(): number[] {
    return this.model.ofObject.map((pieces) => {
      let size = 0;
      for (const one of pieces) {
        const drawn = this.bodies.ofPiece.get(one);
        if (drawn) size = Math.max(size, 2 * drawn.shape.size);
      }
      return size > 0 ? size : Infinity;
    });
  }

  private moveBodies(): void {
    const { time, trace } = this.app.state;
    const count = this.app.page.scene.objects.length;
    for (let object = 0; object < count; ++object) this.frames[object] = this.model.frameAt(object, time);
    const run = trace && this.app.page.extras.traces[trace.run];
    const frame = trace && run?.frames[trace.frame];
    if (run && frame)
      for (const [name, pose] of [[run.a, frame.pose_a], [run.b, frame.pose_b]] as const) {
        const found = this.model.resolved(name);
        const pieces = found ? this.model.ofObject[found.object]! : [];
        const piece = pieces.find(({ part }) => part === found?.part) ?? pieces[0];
        if (found && piece) this.frames[found.object] = composed(placementOf(pose), inverted(piece.offset));
      }
    for (const one of this.bodies.drawn) this.bodies.moved(one, composed(this.frames[one.piece.object]!, one.piece.offset));
    this.bounds = ballAround(this.bodies.drawn);
  }

  // A ball around all bodies that are shown; half-spaces have no end and are left out. Bodies in motion have room for all of it, unless
  // they go so far that nothing would be seen.
  private measureWorld(): void {
    const { hidden } = this.app.state;
    const visible = this.bodies.drawn.filter(({ piece }) => !hidden.has(piece.object));
    const shown = visible.length > 0 ? visible : this.bodies.drawn;
    this.ball = ballAround(shown);
    const [begin, end] = this.app.page.scene.interval ?? [0, 0];
    if (!(end > begin) || !this.app.page.scene.objects.some(({ motion }) => motion)) return;
    const steps = shown.length > 2000 ? 2 : 8;
    const all: Drawn[] = [...shown];
    for (let k = 0; k <= steps; ++k) {
      const time = begin + ((end - begin) * k) / steps;
      const frames = new Map<number, Placement>();
      for (const one of shown) {
        const { object, offset } = one.piece;
        if (!frames.has(object)) frames.set(object, this.model.frameAt(object, time));
        const at = composed(frames.get(object)!, offset);
        all.push({ ...one, at, center: placed(at, one.shape.center) });
      }
    }
    const whole = ballAround(all);
    if (whole.radius <= 5 * this.ball.radius) this.ball = whole;
  }

  private seen(one: Drawn): boolean {
    const { state } = this.app;
    return !state.hidden.has(one.piece.object) && !(state.onlyPair && this.faint(one.piece.object));
  }

  private faint(object: number): boolean {
    const pair = this.chosenPair();
    return pair !== null && object !== pair.a && object !== pair.b;
  }

  private chosenPair(): { a: number; b: number } | null {
    const { state, page } = this.app;
    const { trace } = state;
    const row = trace ? page.extras.traces[trace.run] : state.pair === null ? undefined : page.result?.pairs[state.pair];
    const a = row && this.model.resolved(row.a);
    const b = row && this.model.resolved(row.b);
    return a && b ? { a: a.object, b: b.object } : null;
  }

  // Whether the chosen pair shares points, which lie within its bodies.
  private meets(): boolean {
    const { state, page } = this.app;
    const status = state.pair === null ? "" : page.result?.pairs[state.pair]?.status;
    return state.trace === null && (status === "penetrating" || status === "intersecting");
  }

  private applyLooks(): void {
    const { state } = this.app;
    const pair = this.chosenPair();
    const section = state.section !== null;
    const inside = this.meets();
    let translucent = false;
    for (const one of this.bodies.drawn) {
      const { object, part, leftOut } = one.piece;
      const look = lookOf(state, this.tone, pair, inside, { object, part, leftOut });
      if (look.alpha > 0 && look.alpha < 0.999) translucent = true;
      this.bodies.look(one.row, one.shape, look, section ? this.bodies.closed(one) : 0, this.scale);
    }
    this.bodies.setTranslucent(translucent);
    this.bodies.show(state.layers.faces, state.layers.edges, this.pace.ratio < 1);
  }

  // Rebuilt when time, the choice or the layers change, not when only the eye moves.
  private paint(): void {
    const { state, page } = this.app;
    const { layers } = state;
    const picture = emptyPicture();
    const world = emptyPicture();
    paintHalfSpaces(world, this.model, state.time, state.hidden, this.ball);
    paintThin(world, this.bodies.drawn, (object, part) => lookOf(state, this.tone, this.chosenPair(), false, { object, part, leftOut: false }));
    if (layers.boxes) paintBoxes(world, page, state.hidden);
    this.sectionCenter = paintSection(world, state, this.ball);
    const rows = page.result?.pairs ?? [];
    const query = page.result?.query ?? "check";
    if (state.trace) paintTrace(picture, page, state.trace, this.traceSize(state.trace));
    else {
      if (layers.allPairs)
        for (let k = 0; k < Math.min(rows.length, mostPairsDrawn); ++k)
          if (k !== state.pair && !this.hasHidden(rows[k]!)) this.painter.paint(picture, rows[k]!, query, state.time, layers, false);
      const chosen = state.pair === null ? undefined : rows[state.pair];
      if (chosen) this.painter.paint(picture, chosen, query, state.time, layers, true);
    }
    paintMeasure(picture, state);
    this.paintTriangle(picture, state);
    this.overlays.draw(picture, paletteOf(this.tone), this.origin, this.scale);
    this.statics.draw(world, paletteOf(this.tone), this.origin, this.scale);
    this.showExtras(picture);
    this.labels.set([...picture.labels.map(({ at, text, small, ink }) => ({ at, text, small, kind: `ink-${ink}` })), ...this.names()]);
  }

  private traceSize({ run }: NonNullable<ViewState["trace"]>): number {
    const row = this.app.page.extras.traces[run];
    const bodies = row ? [this.model.resolved(row.a), this.model.resolved(row.b)] : [];
    const sizes = bodies.map((found) => (found && this.sizes[found.object]) ?? Infinity);
    return Math.min(...sizes, this.ball.radius);
  }

  private hasHidden(row: { a: string; b: string }): boolean {
    const { hidden } = this.app.state;
    return hidden.size > 0 && [row.a, row.b].some((name) => hidden.has(this.model.resolved(name)?.object ?? -1));
  }

  private paintTriangle(picture: Picture, { object, part, triangle }: ViewState): void {
    if (object === null || triangle === null) return;
    const pieces = this.model.ofObject[object] ?? [];
    const piece = pieces.find((one) => one.part === part) ?? pieces[0];
    const drawn = piece && this.bodies.ofPiece.get(piece);
    if (!piece || !drawn) return;
    const corners: Vec3[] = [];
    for (let k = 0; k < 3; ++k) {
      const i = piece.triangles[3 * triangle + k];
      if (i === undefined) return;
      const v: Vec3 = [piece.vertices[3 * i]!, piece.vertices[3 * i + 1]!, piece.vertices[3 * i + 2]!];
      corners.push(plus(turned(drawn.at, v), 1, drawn.at.t));
    }
    corners.forEach((from, i) => picture.segments.push({ from, to: corners[(i + 1) % 3]!, ink: "measure", width: 2.5 }));
  }

  private names(): Label[] {
    const { state, page } = this.app;
    const shown: Label[] = [];
    const pair = this.chosenPair();
    const done = new Set<number>();
    for (const one of this.bodies.drawn) {
      const { piece, center } = one;
      const { object } = piece;
      if (done.has(object) || state.hidden.has(object)) continue;
      if (!state.layers.names && object !== state.object && object !== pair?.a && object !== pair?.b) continue;
      done.add(object);
      const kind = object === pair?.a ? "ink-a" : object === pair?.b ? "ink-b" : "name";
      const at = plus(center, 0.9 * heightAlong(this.eye.upright, one), this.eye.upright);
      shown.push({ at, text: page.scene.objects[object]!.name, small: piece.leftOut ? "shown as its box" : "", kind });
    }
    for (const piece of this.model.pieces)
      if (piece.halfSpace && !state.hidden.has(piece.object) && (state.layers.names || piece.object === pair?.a || piece.object === pair?.b))
        shown.push({ at: this.half(piece.object), text: page.scene.objects[piece.object]!.name, small: "solid on the side of the strokes", kind: "name" });
    const important = (label: Label): number => (label.kind === "name" ? 1 : 0);
    return shown.sort((one, other) => important(one) - important(other));
  }

  // The middle of a half-space's patch.
  private half(object: number): Vec3 {
    const world = emptyPicture();
    const hidden = new Set(this.app.page.scene.objects.map((_, k) => k).filter((k) => k !== object));
    paintHalfSpaces(world, this.model, this.app.state.time, hidden, this.ball);
    return world.polygons[0]?.corners[2] ?? this.ball.center;
  }

  private showExtras(picture: Picture): void {
    const { state } = this.app;
    const { layers } = state;
    this.extras.hide("hull");
    this.extras.hide("sweep");
    let any = false;
    const show = (extra: Extra, at: Placement, color: readonly [number, number, number], alpha: number): void => {
      any = true;
      extra.group.visible = true;
      this.bodies.place(extra.row, extra.shape, at, this.origin, this.scale);
      this.bodies.look(extra.row, extra.shape, { color, alpha, chosen: 0, edge: 0.6 }, 0, this.scale);
    };
    if (layers.hulls)
      for (const hull of this.extras.hullsOf(state.hidden)) {
        const color = this.tone.bodies[hull.object % this.tone.bodies.length]!;
        show(hull, composed(this.frames[hull.object]!, hull.offset), color, 0.16);
      }
    if (layers.sweeps)
      for (const sweep of this.extras.allSweeps())
        if (!state.hidden.has(sweep.object)) show(sweep, sweep.offset, this.tone.inks.sweep, 0.16);
    for (const ghost of this.extras.setGhosts(picture.ghosts, (object) => this.frames[object]!)) show(ghost, ghost.at, this.tone.b, 0.22);
    if (any) {
      this.bodies.setTranslucent(true);
      this.bodies.show(layers.faces, layers.edges, this.pace.ratio < 1);
    }
  }

  // Display coordinates are counted from near the target, in units of the scene, so that float32 has digits where one looks.
  private rebase(): void {
    const { target, distance: off } = this.eye.view;
    const wanted = 1 / Math.max(this.ball.radius, Number.MIN_VALUE);
    if (this.scale === wanted && distance(target, this.origin) <= 50 * off) return;
    if (this.scale !== wanted) this.stale.looks = true;
    this.scale = wanted;
    this.origin = [...target];
    this.stale.places = true;
  }

  private refresh(): void {
    this.rebase();
    if (this.stale.places) {
      this.moveBodies();
      for (const one of this.bodies.drawn) this.bodies.place(one.row, one.shape, one.at, this.origin, this.scale);
    }
    if (this.stale.looks) this.applyLooks();
    if (this.stale.places || this.stale.looks || this.stale.pictures) this.paint();
    this.stale = { places: false, looks: false, pictures: false };
  }

  private aim(width: number, height: number): void {
    const { eye, camera, scale } = this;
    const { right, up, back } = eye.axes();
    const at = sub(eye.position(), this.origin);
    camera.matrix.set(
      right[0], up[0], back[0], at[0] * scale,
      right[1], up[1], back[1], at[1] * scale,
      right[2], up[2], back[2], at[2] * scale,
      0, 0, 0, 1,
    );
    camera.matrixWorldNeedsUpdate = true;
    // Patches of half-spaces reach out to 1.35 · √2 of the ball.
    const [toBall, toBounds] = [this.ball, this.bounds].map(({ center }) => distance(eye.position(), center)) as [number, number];
    const far = 1.05 * scale * Math.max(toBall + 2.6 * this.ball.radius, toBounds + this.bounds.radius);
    // Nothing is nearer than this, unless the eye is among the bodies: then a part of the way to what is looked at.
    const free = 0.95 * scale * Math.min(toBall - 2.6 * this.ball.radius, toBounds - this.bounds.radius);
    const near = Math.max(free, Math.min(eye.view.distance * scale * 0.02, far * 0.01));
    camera.near = near;
    camera.far = far;
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    const { section } = this.app.state;
    this.materials.set(section !== null, far / near > greatestDepthRatio);
    this.uniforms.depthRange.value.set(near, 1 / Math.log2(1 + far / near));
    this.uniforms.resolution.value.set(width, height);
    this.uniforms.pixels.value = height / (2 * Math.tan(fieldOfView / 2));
    if (section) {
      const n = unit(section.normal) ?? [0, 0, 1];
      const level = section.offset / length(section.normal);
      this.uniforms.section.value.set(dot(n, right), dot(n, up), dot(n, back), (level - dot(n, eye.position())) * scale);
    }
  }

  private render(): void {
    this.refresh();
    this.aim(this.width, this.height);
    this.renderer.render(this.scene, this.camera);
    this.labels.place((at, out) => this.project(at, out));
    this.onRender();
    if (this.bodies.hasWork && this.working === 0) this.working = window.setTimeout(() => this.work(), 30);
  }

  private work(): void {
    this.working = 0;
    this.bodies.workLater();
    this.restale("looks");
  }

  // Pixels from the upper left; false behind the eye.
  project(at: readonly [number, number, number], out: Float64Array, width = this.width, height = this.height): boolean {
    const { right, up, back } = this.eye.axes();
    const to = sub(at as Vec3, this.eye.position());
    const ahead = -dot(to, back);
    if (!(ahead > 0)) return false;
    const half = ahead * Math.tan(fieldOfView / 2);
    const x = dot(to, right) / (half * (width / height));
    const y = dot(to, up) / half;
    out[0] = ((x + 1) / 2) * width;
    out[1] = ((1 - y) / 2) * height;
    return Math.abs(x) < 1.1 && Math.abs(y) < 1.1;
  }

  // x, y in pixels from the upper left of the canvas.
  ray(x: number, y: number): Ray {
    const along = this.eye.ray((2 * x) / this.width - 1, 1 - (2 * y) / this.height, this.width / this.height);
    return { from: this.eye.position(), along };
  }

  pick(x: number, y: number): Hit | null {
    const { section } = this.app.state;
    const cut = (p: Vec3): boolean => section !== null && dot(section.normal, p) > section.offset;
    const pixel = (2 * Math.tan(fieldOfView / 2)) / this.height;
    return pick(this.bodies.drawn, this.ray(x, y), (one) => this.seen(one), cut, 7 * pixel);
  }

  // What is under a point of the window, or as far off as what is looked at.
  pointUnder(x: number, y: number): Vec3 {
    const hit = this.pick(x, y);
    if (hit) return hit.at;
    const ray = this.ray(x, y);
    const { back } = this.eye.axes();
    return plus(ray.from, this.eye.view.distance / -dot(ray.along, back), ray.along);
  }

  pixelSize(at: Vec3): number {
    return (2 * Math.tan(fieldOfView / 2) * distance(at, this.eye.position())) / this.height;
  }

  fly(to: View): void {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (still) this.eye.view = to;
    else this.flight = { from: { ...this.eye.view }, to, begin: performance.now(), lasts: 450 };
    this.invalidate();
  }

  stopFlight(): void {
    this.flight = null;
  }

  // Before anything was drawn at this size.
  fitAtOnce(): void {
    this.fitNow();
    this.invalidate();
  }

  private fitNow(): void {
    this.eye.view.target = [...this.ball.center];
    this.eye.view.distance = this.eye.distanceForBox(this.ball.half, this.width / this.height);
  }

  fitAll(): void {
    this.measureWorld();
    const off = this.eye.distanceForBox(this.ball.half, this.width / this.height);
    this.fly({ ...this.eye.view, target: [...this.ball.center], distance: off });
    this.restale("places");
  }

  flyToObject(object: number): void {
    const own = this.bodies.drawn.filter(({ piece }) => piece.object === object);
    if (own.length === 0) return;
    const ball = ballAround(own);
    this.fly({ ...this.eye.view, target: ball.center, distance: this.eye.distanceFor(1.6 * ball.radius, this.width / this.height) });
  }

  flyToPair(pair: number): void {
    const row = this.app.page.result?.pairs[pair];
    if (!row) return;
    const moving = this.app.page.result?.query === "move";
    const focus = this.painter.focus(row, this.app.state.time, moving);
    const sides = this.painter.sides(row, this.app.state.time);
    const own = sides ? this.drawnOf(sides.a, sides.b) : [];
    const whole = own.length > 0 ? ballAround(own) : this.ball;
    const at = focus?.at ?? whole.center;
    const extent = focus && Number.isFinite(focus.extent) ? Math.min(focus.extent, whole.radius) : whole.radius;
    const angles = this.anglesAcross(focus?.normal ?? null);
    this.fly({ ...angles, target: at, distance: this.eye.distanceFor(1.25 * extent, this.width / this.height) });
  }

  private drawnOf(...sides: Side[]): Drawn[] {
    return this.bodies.drawn.filter(({ piece }) => sides.some((side) => (side.piece ? side.piece === piece : side.object === piece.object)));
  }

  // A gap is seen from the side: where one looks along it, the view turns until it lies across.
  private anglesAcross(normal: Vec3 | null): { azimuth: number; elevation: number } {
    const { view } = this.eye;
    const same = { azimuth: view.azimuth, elevation: Math.max(0.2, Math.min(0.7, view.elevation)) };
    const n = normal && unit(normal);
    if (!n) return same;
    const { back } = this.eye.axesOf({ ...view, ...same });
    const along = dot(back, n);
    if (Math.abs(along) < 0.5) return same;
    const flat = unit(plus(back, -along, n)) ?? unit(cross(n, this.eye.upright));
    return flat ? this.eye.towards(plus(flat, 0.35 * Math.sign(along), n)) : same;
  }

  lookAlong(direction: Vec3): void {
    const n = unit(direction);
    if (n) this.fly({ ...this.eye.view, ...this.eye.towards([-n[0], -n[1], -n[2]]) });
  }

  setUpright(up: Vec3): void {
    const { target, distance: off } = this.eye.view;
    this.eye.upright = up;
    this.eye.view = { target, distance: off, azimuth: -1.0, elevation: 0.5 };
    this.stopFlight();
    this.restale("pictures");
  }

  cameraNow(): Camera {
    return this.eye.camera();
  }

  setCamera(camera: Camera): void {
    this.stopFlight();
    this.eye.set(camera);
    this.restale("pictures");
  }

  // The drawing buffer is read in the same breath as it was drawn; it is not kept otherwise.
  picture(width: number, height: number): string {
    const { renderer } = this;
    this.refresh();
    renderer.setPixelRatio(1);
    renderer.setSize(width, height, false);
    this.aim(width, height);
    renderer.render(this.scene, this.camera);
    const png = picturePng(this.canvas, this.labels.visible(), (at, out) => this.project(at, out, width, height));
    this.resize(this.width, this.height);
    this.render();
    return png;
  }
}

// Half of how high a body's box is along a unit vector.
function heightAlong(n: Vec3, { shape, at: { m } }: Drawn): number {
  let sum = 0;
  for (let k = 0; k < 3; ++k) sum += Math.abs(m[k]! * n[0] + m[3 + k]! * n[1] + m[6 + k]! * n[2]) * shape.half[k]!;
  return sum;
}

// Around the boxes of bodies as they stand.
function ballAround(drawn: readonly Drawn[]): Ball {
  const low: Vec3 = [Infinity, Infinity, Infinity];
  const high: Vec3 = [-Infinity, -Infinity, -Infinity];
  for (const { center, shape, at } of drawn)
    for (let axis = 0; axis < 3; ++axis) {
      const [x, y, z] = shape.half;
      const half = Math.abs(at.m[3 * axis]!) * x + Math.abs(at.m[3 * axis + 1]!) * y + Math.abs(at.m[3 * axis + 2]!) * z;
      low[axis] = Math.min(low[axis]!, center[axis]! - half);
      high[axis] = Math.max(high[axis]!, center[axis]! + half);
    }
  const center = low.map((x, axis) => 0.5 * x + 0.5 * high[axis]!) as Vec3;
  const half = low.map((x, axis) => 0.5 * high[axis]! - 0.5 * x) as Vec3;
  const radius = Math.hypot(...half);
  if (!Number.isFinite(radius)) return { center: [0, 0, 0], radius: 1, half: [1, 1, 1] };
  return radius > 0 ? { center, radius, half } : { center, radius: 1, half: [1, 1, 1] };
}
