// The panel beside the stage: pairs, details, statistics.
import type { App } from "../app";

export function mountPanels(app: App, host: HTMLElement): void {
  host.textContent = `${app.page.result?.pairs.length ?? 0} pairs`;
}
