// Mounts the stage: the canvas, its controls, keys and gestures. Without WebGL it says so, and the rest of the page
// works.
import type { App } from "../app";
import { element } from "../element";
import { Commands, followKeys } from "./commands";
import { followPointers } from "./pointer";
import { Stage } from "./stage";
import { mountToolbar } from "./toolbar";

export interface MountedStage {
  setDark(dark: boolean): void;
}

// Null without WebGL 2. Whether the processor does the work of a graphics card only its name tells.
function graphics(): { bySoftware: boolean } | null {
  const context = document.createElement("canvas").getContext("webgl2");
  if (!context) return null;
  const named = context.getExtension("WEBGL_debug_renderer_info");
  const name = String(context.getParameter(named ? named.UNMASKED_RENDERER_WEBGL : context.RENDERER));
  context.getExtension("WEBGL_lose_context")?.loseContext();
  return { bySoftware: /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name) };
}

export function mountStage(app: App, host: HTMLElement): MountedStage {
  const found = graphics();
  if (!found) {
    host.append(
      element(
        "p",
        { class: "failure", role: "alert", "data-testid": "no-webgl" },
        "This browser has no WebGL 2 at hand, so the scene cannot be drawn. " +
          "The table, the times and the proofs beside it do not need it.",
      ),
    );
    return { setDark: () => undefined };
  }
  const canvas = element("canvas", {
    tabindex: 0,
    "data-testid": "canvas",
    role: "application",
    "aria-label": "The scene in three dimensions; ? lists the keys",
  });
  host.prepend(canvas);
  const stage = new Stage(app, canvas, found.bySoftware);
  const commands = new Commands(app, stage);
  mountToolbar(app, stage, commands, host);
  followPointers(app, stage);
  followKeys(commands, canvas);
  app.stage = {
    flyToPair: (pair) => stage.flights.toPair(pair),
    flyToObject: (object) => stage.flights.toObject(object),
    fitAll: () => stage.fitAll(),
    lookAlong: (direction) => stage.flights.along(direction),
    camera: () => stage.eye.camera(),
    setCamera: (camera) => stage.flights.setCamera(camera),
    picture: (width, height) => stage.picture(width, height),
  };
  new ResizeObserver(() => {
    stage.resize(host.clientWidth, host.clientHeight);
    stage.flights.fitUnlessAsked();
  }).observe(host);
  return { setDark: (dark) => stage.setDark(dark) };
}
