// The stage: the renderer, what is in the scene, and when it is drawn: only when something changed.
import { Group, PerspectiveCamera, Scene, Vector2, Vector3, Vector4, WebGLRenderer } from "three";
import type { App } from "../app";
import type { PairResult } from "../page_data";
import { Bodies, passOf } from "./bodies";
import { fieldOfView, type Eye } from "./camera";
import { Cast } from "./cast";
import { Extras, type Extra } from "./extras_drawn";
import { Flights } from "./flights";
import { Labels } from "./labels";
import { lookOf, paletteOf, tones, type Tones } from "./looks";
import { Materials } from "./materials";
import { namesOf } from "./names";
import { Overlays } from "./overlays";
import { emptyPicture, PairPainter, type Picture } from "./pair_picture";
import { pick, type Hit, type Ray } from "./pick";
import { picturePng } from "./snapshot";
import { SceneModel } from "./scene_model";
import { composed, distance, dot, length, plus, sub, unit, type Placement, type Vec3 } from "./vectors";
import { paintBoxes, paintHalfSpaces, paintMeasure, paintSection, paintThin, paintTrace } from "./world_picture";

// Beyond this ratio of far to near a depth buffer of 24 bits shows faces through each other.
const greatestDepthRatio = 2e4;
const mostPairsDrawn = 2000;
// Milliseconds; 20 frames a second take 50.
const slowFrame = 42;
const coarsest = 0.5;
const mostPixels = 4096; // either way, in a picture

export class Stage {
  readonly flights: Flights;
  readonly labels = new Labels();
  readonly cast: Cast;
  sectionCenter: Vec3 | null = null;
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
    density: { value: 1 },
  };
  private readonly tint = { value: new Vector4() };
  private readonly rim = { value: new Vector3() };
  private readonly materials = new Materials(this.uniforms);
  private readonly bodies: Bodies;
  private readonly extras: Extras;
  private readonly overlays: Overlays;
  private readonly statics: Overlays;
  private readonly painter: PairPainter;
  private tone: Tones = tones(false);
  private origin: Vec3 = [0, 0, 0];
  private scale = 1;
  private width = 1;
  private height = 1;
  private scheduled = 0;
  private working = 0;
  private stale = { places: true, looks: true, pictures: true };
  private pace = { last: 0, usual: 0, ratio: 1, moving: false, settle: 0 };
  private readonly restRatio: number; // pixels drawn for one shown, either way

  constructor(
    private readonly app: App,
    readonly canvas: HTMLCanvasElement,
    bySoftware: boolean,
  ) {
    // Where the processor draws, four samples for each pixel of a moving picture cost more than all else: there a
    // picture at rest is drawn larger instead.
    const antialias = !bySoftware;
    this.renderer = new WebGLRenderer({ canvas, antialias, alpha: true, powerPreference: "high-performance" });
    this.renderer.setClearColor(0, 0);
    this.renderer.sortObjects = true;
    this.camera.matrixAutoUpdate = false;
    this.scene.matrixAutoUpdate = false;
    const model = new SceneModel(app);
    if (model.problems.length > 0) this.problem(...model.problems);
    const { extras } = app.page;
    const extraRows =
      app.page.scene.objects.length + extras.sweeps.reduce((sum, { parts }) => sum + parts.length, 0) + 512;
    this.bodies = new Bodies(model.pieces, this.materials, this.uniforms.rows, this.tint, extraRows);
    this.restRatio = antialias || window.devicePixelRatio >= 1.5 ? 1 : this.bodies.triangles > 300_000 ? 1.5 : 2;
    this.pace.ratio = this.restRatio;
    const extraGroup = new Group();
    this.extras = new Extras(app.page, model, this.bodies, extraGroup, (text) => this.problem(text));
    this.overlays = new Overlays(this.materials, this.rim, true);
    this.statics = new Overlays(this.materials, this.rim, false);
    this.statics.group.children.forEach((child) => (child.renderOrder = 6));
    this.scene.add(this.bodies.group, extraGroup, this.statics.group, this.overlays.group);
    this.cast = new Cast(app, model, this.bodies);
    this.painter = new PairPainter(model, (object) => this.cast.sizes[object] ?? Infinity);
    const aspect = (): number => this.width / this.height;
    this.flights = new Flights(app, this.cast, this.painter, aspect, () => this.restale("pictures"));
    app.on(["time"], ({ playing }) => {
      if (playing) this.moving();
      this.restale("places");
    });
    app.on(["trace"], ({ trace }, before) => {
      this.stale.looks = true;
      this.restale("places");
      if (!trace || trace.run === before.trace?.run) return;
      this.cast.move();
      this.flights.toTrace(trace.run);
    });
    app.on(["hidden", "opacity", "layers", "pair", "object", "part", "onlyPair", "section"], () =>
      this.restale("looks"),
    );
    // The renderer puts everything back by itself, but for asking for a frame.
    canvas.addEventListener("webglcontextrestored", () => this.restale("looks"));
    app.on(["measure"], () => this.restale("pictures"));
  }

  get eye(): Eye {
    return this.flights.eye;
  }

  // Hidden bodies do not count.
  fitAll(): void {
    this.cast.measure();
    this.restale("places");
    this.flights.fitAll();
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
    if (this.flights.step(now)) {
      this.moving();
      this.invalidate();
    }
    this.render();
  }

  // Where frames come slowly while somebody turns the scene, it is drawn coarser until they stop.
  private followPace(now: number): void {
    const { pace } = this;
    const gap = now - pace.last;
    pace.last = now;
    if (!pace.moving || gap > 1000) return;
    pace.usual += 0.25 * (gap - pace.usual);
    if (pace.usual < slowFrame || pace.ratio <= coarsest) return;
    pace.usual = 0;
    this.setRatio(pace.ratio > 0.75 ? 0.75 : coarsest);
  }

  moving(): void {
    const { pace } = this;
    if (!pace.moving && pace.ratio > 1) this.setRatio(1);
    pace.moving = true;
    clearTimeout(pace.settle);
    pace.settle = window.setTimeout(() => {
      pace.moving = false;
      pace.usual = 0;
      if (pace.ratio !== this.restRatio) this.setRatio(this.restRatio);
    }, 250);
  }

  private applyLooks(): void {
    const { state } = this.app;
    const pair = this.cast.chosenPair();
    const section = state.section !== null;
    const inside = this.cast.meets();
    const bodies = this.cast.model.ofObject.length;
    const translucent = [false, false, false];
    for (const one of this.bodies.drawn) {
      const { object, part, leftOut } = one.piece;
      const look = lookOf(state, this.tone, pair, inside, bodies, { object, part, leftOut });
      translucent[passOf(look.alpha)] = true;
      this.bodies.look(one.row, one.shape, look, section ? this.bodies.closed(one) : 0, this.scale);
    }
    this.bodies.setTranslucent(translucent[1]!, translucent[2]!);
    this.bodies.show(state.layers.faces, state.layers.edges, this.pace.ratio < 1);
  }

  // Rebuilt when time, the choice or the layers change, not when only the eye moves.
  private paint(): void {
    const { state, page } = this.app;
    const { layers } = state;
    const picture = emptyPicture();
    const world = emptyPicture();
    paintHalfSpaces(world, this.cast.model, state.time, state.hidden, this.cast.ball);
    paintThin(world, this.bodies.drawn, (object, part) =>
      lookOf(state, this.tone, this.cast.chosenPair(), false, 0, { object, part, leftOut: false }),
    );
    if (layers.boxes) paintBoxes(world, page, state.hidden);
    this.sectionCenter = paintSection(world, state, this.cast.ball);
    const rows = page.result?.pairs ?? [];
    const query = page.result?.query ?? "check";
    if (state.trace) paintTrace(picture, page, state.trace, this.cast.sizeOfTrace(state.trace.run));
    else {
      if (layers.allPairs)
        for (let k = 0; k < Math.min(rows.length, mostPairsDrawn); ++k)
          if (k !== state.pair && !this.cast.hasHidden(rows[k]!)) this.paintPair(picture, rows[k]!, query, false);
      const chosen = state.pair === null ? undefined : rows[state.pair];
      if (chosen) this.paintPair(picture, chosen, query, true);
    }
    paintMeasure(picture, state);
    const { object, part, triangle } = state;
    const corners = object === null || triangle === null ? null : this.cast.triangleCorners(object, part, triangle);
    corners?.forEach((from, i) =>
      picture.segments.push({ from, to: corners[(i + 1) % 3]!, ink: "measure", width: 2.5 }),
    );
    this.overlays.draw(picture, paletteOf(this.tone), this.origin, this.scale);
    this.statics.draw(world, paletteOf(this.tone), this.origin, this.scale);
    this.showExtras(picture);
    this.labels.set([
      ...picture.labels.map(({ at, text, small, ink }) => ({ at, text, small, kind: `ink-${ink}` })),
      ...namesOf(this.app, this.cast, this.eye.upright),
    ]);
  }

  // A result is of another's making: what in it is not as it should be is left out, and the rest is drawn.
  private paintPair(picture: Picture, row: PairResult, query: string, chosen: boolean): void {
    const { state } = this.app;
    try {
      this.painter.paint(picture, row, query, state.time, state.layers, chosen);
    } catch {
      const text = `Some of what the result says of ${row.a} and ${row.b} makes no sense and is not drawn.`;
      if (!state.problems.includes(text)) this.problem(text);
    }
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
        show(hull, composed(this.cast.frames[hull.object]!, hull.offset), color, 0.16);
      }
    if (layers.sweeps)
      for (const sweep of this.extras.allSweeps())
        if (!state.hidden.has(sweep.object)) show(sweep, sweep.offset, this.tone.inks.sweep, 0.16);
    for (const ghost of this.extras.setGhosts(picture.ghosts, (object) => this.cast.frames[object]!))
      show(ghost, ghost.at, this.tone.b, 0.22);
    if (any) {
      this.bodies.setTranslucent(true, true);
      this.bodies.show(layers.faces, layers.edges, this.pace.ratio < 1);
    }
  }

  // Display coordinates are counted from near the target, in about the eye's distance from it, so that float32 has
  // digits where one looks, whether at a grain or at the mountain it lies on.
  private rebase(): void {
    const { target, distance: off } = this.eye.view;
    const near = this.scale * off > 1 / 32 && this.scale * off < 32;
    if (near && distance(target, this.origin) <= 50 * off) return;
    if (!near) {
      this.scale = 2 ** -Math.round(Math.log2(off));
      this.stale.looks = true;
    }
    this.origin = [...target];
    this.stale.places = true;
  }

  private refresh(): void {
    this.rebase();
    if (this.stale.places) {
      this.cast.move();
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
      right[0],
      up[0],
      back[0],
      at[0] * scale,
      right[1],
      up[1],
      back[1],
      at[1] * scale,
      right[2],
      up[2],
      back[2],
      at[2] * scale,
      0,
      0,
      0,
      1,
    );
    camera.matrixWorldNeedsUpdate = true;
    // Patches of half-spaces reach out to 1.35 · √2 of the ball.
    const [toBall, toBounds] = [this.cast.ball, this.cast.bounds].map(({ center }) =>
      distance(eye.position(), center),
    ) as [number, number];
    const far = 1.05 * scale * Math.max(toBall + 2.6 * this.cast.ball.radius, toBounds + this.cast.bounds.radius);
    // Nothing is nearer than this, unless the eye is among the bodies: then a part of the way to what is looked at.
    const free = 0.95 * scale * Math.min(toBall - 2.6 * this.cast.ball.radius, toBounds - this.cast.bounds.radius);
    const near = Math.max(free, Math.min(eye.view.distance * scale * 0.02, far * 0.01));
    camera.near = near;
    camera.far = far;
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    const { section } = this.app.state;
    this.materials.set(section !== null, far / near > greatestDepthRatio);
    this.uniforms.depthRange.value.set(near, 1 / Math.log2(1 + far / near));
    this.uniforms.resolution.value.set(width, height);
    this.uniforms.density.value = this.renderer.getPixelRatio();
    this.uniforms.pixels.value =
      (this.renderer.getPixelRatio() < 1 ? this.pace.ratio : 1) * (height / (2 * Math.tan(fieldOfView / 2)));
    if (section) {
      const n = unit(section.normal) ?? [0, 0, 1];
      const level = section.offset / length(section.normal);
      this.uniforms.section.value.set(
        dot(n, right),
        dot(n, up),
        dot(n, back),
        (level - dot(n, eye.position())) * scale,
      );
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
    return pick(this.bodies.drawn, this.ray(x, y), (one) => this.cast.seen(one), cut, 7 * pixel);
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

  // The drawing buffer is read in the same breath as it was drawn; it is not kept otherwise.
  picture(width: number, height: number): string {
    const { renderer } = this;
    this.refresh();
    // Drawn larger than asked for, so that edges come out smooth.
    renderer.setPixelRatio(Math.max(width, height) * 2 <= mostPixels ? 2 : 1);
    renderer.setSize(width, height, false);
    this.aim(width, height);
    renderer.render(this.scene, this.camera);
    const png = picturePng(this.canvas, width, height, this.labels.visible(), (at, out) =>
      this.project(at, out, width, height),
    );
    this.resize(this.width, this.height);
    this.render();
    return png;
  }
}
