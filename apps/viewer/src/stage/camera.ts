// Where the eye is, in doubles: it looks at a target from some way off, turned about an upright axis.
import type { Camera } from "../app";
import { across, cross, dot, plus, sub, times, add, unit, length, type Vec3 } from "./vectors";

export const fieldOfView = (32 * Math.PI) / 180; // upright
const steepest = Math.PI / 2 - 1e-4;

export interface View {
  target: Vec3;
  distance: number;
  azimuth: number;
  elevation: number;
}

export class Eye {
  upright: Vec3 = [0, 0, 1];
  view: View = { target: [0, 0, 0], distance: 5, azimuth: -1.0, elevation: 0.5 };

  // Unit vectors in the world: to the right, up, and from the target to the eye.
  axes(): { right: Vec3; up: Vec3; back: Vec3 } {
    return this.axesOf(this.view);
  }

  private floor(): [Vec3, Vec3] {
    // About z the azimuth counts from x; about another axis from some direction across it, always the same one.
    const [x, y, z] = this.upright;
    const first: Vec3 = z > 0.999 ? [1, 0, 0] : y > 0.999 ? [0, 0, 1] : x > 0.999 ? [0, 1, 0] : across(this.upright);
    return [first, cross(this.upright, first)];
  }

  axesOf({ azimuth, elevation }: View): { right: Vec3; up: Vec3; back: Vec3 } {
    const [u, v] = this.floor();
    const side = add(times(Math.cos(azimuth), u), times(Math.sin(azimuth), v));
    const back = plus(times(Math.cos(elevation), side), Math.sin(elevation), this.upright);
    const right = add(times(-Math.sin(azimuth), u), times(Math.cos(azimuth), v));
    return { right, up: cross(back, right), back };
  }

  position(): Vec3 {
    return plus(this.view.target, this.view.distance, this.axes().back);
  }

  camera(): Camera {
    return { position: this.position(), target: [...this.view.target], up: [...this.upright] };
  }

  set({ position, target, up }: Camera): void {
    this.upright = unit(up) ?? [0, 0, 1];
    const back = sub(position, target);
    this.view = { ...this.towards(back), target: [...target], distance: length(back) || 1 };
  }

  // The angles from which one looks with `back` pointing at the eye.
  towards(back: Vec3): { azimuth: number; elevation: number } {
    const n = unit(back) ?? [1, 0, 0];
    const [u, v] = this.floor();
    const up = Math.max(-1, Math.min(1, dot(n, this.upright)));
    const elevation = Math.max(-steepest, Math.min(steepest, Math.asin(up)));
    const flat = Math.hypot(dot(n, u), dot(n, v));
    const azimuth = flat < 1e-9 ? this.view.azimuth : Math.atan2(dot(n, v), dot(n, u));
    return { azimuth, elevation };
  }

  orbit(right: number, up: number): void {
    const { view } = this;
    view.azimuth -= right;
    view.elevation = Math.max(-steepest, Math.min(steepest, view.elevation + up));
  }

  // In parts of the height of the window, at the target's distance.
  pan(right: number, up: number): void {
    const { right: u, up: v } = this.axes();
    const height = 2 * this.view.distance * Math.tan(fieldOfView / 2);
    this.view.target = plus(plus(this.view.target, -right * height, u), -up * height, v);
  }

  // A point stays where it is in the window.
  zoom(factor: number, about: Vec3 | null): void {
    const { view } = this;
    if (about) view.target = plus(about, factor, sub(view.target, about));
    view.distance *= factor;
  }

  // The direction of the ray through a point of the window, −1 to 1 either way.
  ray(x: number, y: number, aspect: number): Vec3 {
    const { right, up, back } = this.axes();
    const t = Math.tan(fieldOfView / 2);
    return unit(plus(plus(times(-1, back), x * t * aspect, right), y * t, up))!;
  }

  // How far to stand off from the middle of a box so that all of it is seen, with some room around.
  distanceForBox(half: Vec3, aspect: number): number {
    const { right, up, back } = this.axes();
    const t = Math.tan(fieldOfView / 2) * 0.9;
    let off = 0;
    for (let i = 0; i < 8; ++i) {
      const corner: Vec3 = [i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1], i & 4 ? half[2] : -half[2]];
      const toEye = dot(corner, back);
      off = Math.max(off, toEye + Math.abs(dot(corner, right)) / (t * aspect), toEye + Math.abs(dot(corner, up)) / t);
    }
    return off;
  }

  // How far to stand off so that a ball fills the window.
  distanceFor(radius: number, aspect: number): number {
    const half = Math.atan(Math.tan(fieldOfView / 2) * Math.min(1, aspect));
    return radius / Math.sin(half);
  }
}

// Between two views; angles go the short way round, distances by factors.
export function between(from: View, to: View, s: number): View {
  if (s >= 1) return { ...to, target: [...to.target] }; // to the last bit: from far away, a sum would round
  let turn = (to.azimuth - from.azimuth) % (2 * Math.PI);
  if (turn > Math.PI) turn -= 2 * Math.PI;
  if (turn < -Math.PI) turn += 2 * Math.PI;
  return {
    target: plus(from.target, s, sub(to.target, from.target)),
    distance: from.distance * (to.distance / from.distance) ** s,
    azimuth: from.azimuth + s * turn,
    elevation: from.elevation + s * (to.elevation - from.elevation),
  };
}
