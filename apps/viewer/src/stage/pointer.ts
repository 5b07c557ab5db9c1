// Mouse, pen and fingers: one finger or the left button turns, two fingers or the right button move, the wheel or a
// pinch comes nearer to what is under it, a click chooses.
import type { App } from "../app";
import type { Hit } from "./pick";
import type { Stage } from "./stage";
import { distance, type Vec3 } from "./vectors";

const clickSlack = 5; // pixels
const snapSlack = 14;

// A click on a body chooses it; while measuring it sets an end, on a vertex where one is near.
export function clicked(app: App, stage: Stage, x: number, y: number): void {
  const hit = stage.pick(x, y);
  if (app.state.measuring) measured(app, stage, hit);
  else if (hit)
    app.patch({
      object: hit.drawn.piece.object,
      part: hit.drawn.piece.parts > 1 ? hit.drawn.piece.part : null,
      triangle: hit.triangle,
    });
  else app.patch({ object: null, part: null, triangle: null });
}

function measured(app: App, stage: Stage, hit: Hit | null): void {
  if (!hit) return;
  const { vertex } = hit;
  const at: Vec3 = vertex && distance(vertex.at, hit.at) < snapSlack * stage.pixelSize(hit.at) ? vertex.at : hit.at;
  const { measure } = app.state;
  app.patch({ measure: measure && measure.to === null ? { from: measure.from, to: at } : { from: at, to: null } });
}

export function followPointers(app: App, stage: Stage): void {
  const { canvas } = stage;
  const down = new Map<number, { x: number; y: number }>();
  let travelled = 0;
  let held: { x: number; y: number; at: Vec3; until: number } | null = null;
  const where = (event: MouseEvent): { x: number; y: number } => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  // Looked up once for a turn of the wheel, not for each of its events.
  const heldPoint = (x: number, y: number): Vec3 => {
    const now = performance.now();
    if (!held || now > held.until || Math.hypot(held.x - x, held.y - y) > 3)
      held = { x, y, at: stage.pointUnder(x, y), until: now };
    held.until = now + 500;
    return held.at;
  };
  const changed = (): void => {
    stage.flights.stop();
    stage.moving();
    stage.invalidate();
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    down.set(event.pointerId, where(event));
    if (down.size === 1) travelled = 0;
    else travelled = Infinity;
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    const now = where(event);
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    travelled += Math.hypot(dx, dy);
    const height = canvas.clientHeight || 1;
    if (down.size === 1) {
      if (travelled < clickSlack) return;
      const moves = event.shiftKey || (event.buttons & 6) !== 0;
      if (moves) stage.eye.pan(dx / height, -dy / height);
      else stage.eye.orbit((4 * dx) / height, (4 * dy) / height);
    } else if (down.size === 2) {
      const other = [...down].find(([id]) => id !== event.pointerId)![1];
      const apart = Math.hypot(before.x - other.x, before.y - other.y);
      const then = Math.hypot(now.x - other.x, now.y - other.y);
      stage.eye.pan(dx / 2 / height, -dy / 2 / height);
      if (apart > 1 && then > 1) stage.eye.zoom(apart / then, null);
    }
    down.set(event.pointerId, now);
    changed();
  });
  const up = (event: PointerEvent): void => {
    if (!down.delete(event.pointerId)) return;
    if (event.type === "pointerup" && down.size === 0 && travelled < clickSlack && event.button === 0) {
      const { x, y } = where(event);
      clicked(app, stage, x, y);
    }
  };
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("dblclick", (event) => {
    const { x, y } = where(event);
    const hit = stage.pick(x, y);
    if (hit && !app.state.measuring) stage.flights.toObject(hit.drawn.piece.object);
  });
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const { x, y } = where(event);
      const lines =
        event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : event.deltaMode === WheelEvent.DOM_DELTA_PAGE ? 400 : 1;
      const amount = Math.max(-240, Math.min(240, event.deltaY * lines));
      stage.eye.zoom(Math.exp(amount * (event.ctrlKey ? 0.008 : 0.0015)), heldPoint(x, y));
      changed();
    },
    { passive: false },
  );
}
