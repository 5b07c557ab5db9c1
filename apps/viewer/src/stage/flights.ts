// Where the eye goes: to all, to a body, to a pair, along an axis. Flights take half a second, or no time for those
// who asked their system for less motion.
import type { App, Camera } from "../app";
import { ballAround, type Cast } from "./cast";
import { between, Eye, type View } from "./camera";
import type { Drawn } from "./bodies";
import type { PairPainter } from "./pair_picture";
import { cross, dot, plus, unit, type Vec3 } from "./vectors";

const lasts = 450; // milliseconds

export class Flights {
  readonly eye = new Eye();
  private flight: { from: View; to: View; begin: number } | null = null;
  private asked = false; // somebody said where to look

  constructor(
    private readonly app: App,
    private readonly cast: Cast,
    private readonly painter: PairPainter,
    private readonly aspect: () => number,
    private readonly changed: () => void,
  ) {
    this.fitUnlessAsked();
  }

  // A step of the flight; true while there is more of it.
  step(now: number): boolean {
    if (!this.flight) return false;
    const { from, to, begin } = this.flight;
    const s = Math.min(1, Math.max(0, (now - begin) / lasts));
    this.eye.view = between(from, to, s * s * (3 - 2 * s));
    if (s === 1) this.flight = null;
    return this.flight !== null;
  }

  private fly(to: View): void {
    this.asked = true;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (still) this.eye.view = to;
    this.flight = still ? null : { from: { ...this.eye.view }, to, begin: performance.now() };
    this.changed();
  }

  stop(): void {
    this.asked = true;
    this.flight = null;
  }

  // While nobody has said where to look, all is seen, whatever the size of the window comes to.
  fitUnlessAsked(): void {
    if (this.asked) return;
    this.eye.view.target = [...this.cast.ball.center];
    this.eye.view.distance = this.eye.distanceForBox(this.cast.ball.half, this.aspect());
    this.changed();
  }

  fitAll(): void {
    const { center, half } = this.cast.ball;
    this.fly({ ...this.eye.view, target: [...center], distance: this.eye.distanceForBox(half, this.aspect()) });
  }

  private flyAround(drawn: readonly Drawn[], room: number): void {
    if (drawn.length === 0) return;
    const { center, radius } = ballAround(drawn);
    this.fly({ ...this.eye.view, target: center, distance: this.eye.distanceFor(room * radius, this.aspect()) });
  }

  toObject(object: number): void {
    this.flyAround(this.cast.of([object]), 1.6);
  }

  toTrace(run: number): void {
    const row = this.app.page.extras.traces[run];
    if (row) this.flyAround(this.cast.of([row.a, row.b].map((name) => this.cast.model.resolved(name)?.object)), 1.25);
  }

  toPair(pair: number): void {
    const { page, state } = this.app;
    const row = page.result?.pairs[pair];
    if (!row) return;
    let focus: ReturnType<PairPainter["focus"]> = null;
    try {
      focus = this.painter.focus(row, state.time, page.result?.query === "move");
    } catch {
      // Said where it is drawn; the bodies are there to fly to.
    }
    const sides = this.painter.sides(row, state.time);
    const own = sides ? this.cast.ofSides(sides.a, sides.b) : [];
    const whole = own.length > 0 ? ballAround(own) : this.cast.ball;
    const extent = focus && Number.isFinite(focus.extent) ? Math.min(focus.extent, whole.radius) : whole.radius;
    const distance = this.eye.distanceFor(1.25 * extent, this.aspect());
    this.fly({ ...this.anglesAcross(focus?.normal ?? null), target: focus?.at ?? whole.center, distance });
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

  along(direction: Vec3): void {
    const n = unit(direction);
    if (n) this.fly({ ...this.eye.view, ...this.eye.towards([-n[0], -n[1], -n[2]]) });
  }

  setUpright(up: Vec3): void {
    const { target, distance } = this.eye.view;
    this.eye.upright = up;
    this.eye.view = { target, distance, azimuth: -1.0, elevation: 0.5 };
    this.stop();
    this.changed();
  }

  setCamera(camera: Camera): void {
    this.stop();
    this.eye.set(camera);
    this.changed();
  }
}
