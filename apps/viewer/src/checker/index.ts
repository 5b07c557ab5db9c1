// Re-checks the verdicts in the page.
import type { App } from "../app";

export function startChecker(app: App): void {
  app.patch({ checking: "unavailable" });
}
