// Time below the stage: empty, and so not there, for a scene at rest.
import type { App } from "../app";

export function mountTime(_app: App, host: HTMLElement): void {
  host.replaceChildren();
}
