// The page's address and the state of the view.
import type { App, ViewState } from "../app";
import { intervalOf } from "../time/motion";
import { readRuns } from "../traces/trace_model";
import { rawObjects } from "./body_facts";
import { decodeView, encodeView, type Extent } from "./view_link";

function extentOf(app: App): Extent {
  return {
    pairs: app.page.entries.length,
    objects: rawObjects(app.page).length,
    interval: intervalOf(app.page.scene),
    frames: readRuns(app.page.extras.traces).map(({ frames }) => frames.map(({ steps }) => steps.length)),
  };
}

export function linkToView(app: App): string {
  return encodeView(app.state, app.stage?.camera() ?? null);
}

// What a link may set; of all else it says nothing.
const kSet = [
  "pair",
  "object",
  "triangle",
  "hidden",
  "onlyPair",
  "opacity",
  "layers",
  "section",
  "measure",
  "time",
  "rate",
  "trace",
  "theme",
  "filter",
] as const;

function viewOf(state: ViewState): Partial<ViewState> {
  return Object.fromEntries(kSet.map((key) => [key, state[key]]));
}

// Now, and whenever the address gets another link.
export function followLink(app: App): void {
  const first = app.state;
  const extent = extentOf(app);
  const follow = (): void => {
    const { change, camera } = decodeView(location.hash, first, extent);
    if (Object.keys(change).length > 0) app.patch({ ...viewOf(first), ...change, playing: false });
    if (camera) app.stage?.setCamera(camera);
    else if (change.pair != null) app.stage?.flyToPair(change.pair);
  };
  follow();
  addEventListener("hashchange", follow);
}
