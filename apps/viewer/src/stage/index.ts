// What is drawn in three dimensions.
import type { App } from "../app";

export function mountStage(_app: App, host: HTMLElement): void {
  host.append(document.createElement("canvas"));
}
