// An algorithm's steps below the stage: empty, and so not there, where the page has no traces.
import type { App } from "../app";

export function mountTraces(_app: App, host: HTMLElement): void {
  host.replaceChildren();
}
