// Names at the bodies that have one to show: those of the chosen pair, of the chosen body, of all when asked for.
import type { App } from "../app";
import { heightAlong, type Cast } from "./cast";
import type { Label } from "./labels";
import { emptyPicture } from "./pair_picture";
import { plus, type Vec3 } from "./vectors";
import { paintHalfSpaces } from "./world_picture";

export function namesOf(app: App, cast: Cast, upright: Vec3): Label[] {
  const { state, page } = app;
  const pair = cast.chosenPair();
  const shows = (object: number): boolean =>
    !state.hidden.has(object) &&
    (state.layers.names || object === state.object || object === pair?.a || object === pair?.b);
  const kind = (object: number): string => (object === pair?.a ? "ink-a" : object === pair?.b ? "ink-b" : "name");
  const labels: Label[] = [];
  const done = new Set<number>();
  for (const one of cast.bodies.drawn) {
    const { object, leftOut } = one.piece;
    if (done.has(object) || !shows(object)) continue;
    done.add(object);
    const at = plus(one.center, 0.9 * heightAlong(upright, one), upright);
    const small = leftOut ? "shown as its box" : "";
    labels.push({ at, text: page.scene.objects[object]!.name, small, kind: kind(object) });
  }
  for (const { halfSpace, object } of cast.model.pieces) {
    if (!halfSpace || !shows(object)) continue;
    const small = "solid on the side of the strokes";
    labels.push({
      at: cornerOfPatch(app, cast, object),
      text: page.scene.objects[object]!.name,
      small,
      kind: kind(object),
    });
  }
  const later = (label: Label): number => (label.kind === "name" ? 1 : 0);
  return labels.sort((one, other) => later(one) - later(other));
}

function cornerOfPatch(app: App, cast: Cast, object: number): Vec3 {
  const alone = emptyPicture();
  const others = new Set(app.page.scene.objects.map((_, k) => k).filter((k) => k !== object));
  paintHalfSpaces(alone, cast.model, app.state.time, others, cast.ball);
  return alone.polygons[0]?.corners[2] ?? cast.ball.center;
}
