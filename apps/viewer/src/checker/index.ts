// Re-checks the verdicts in the page: whatever the program said, only what is proved here is shown as verified.
import type { App, PairStanding } from "../app";
import { startChecking } from "./checking";

export { startChecking, type Checked, type Ending } from "./checking";

export function startChecker(app: App): void {
  const { page } = app;
  if (page.result === null) return;
  const { sceneText: scene, resultText: result, bytes: arrays } = page;
  app.patch({ checking: "running" });
  const standings: PairStanding[] = [...app.state.standings];
  let told = 0;
  startChecking({ scene, result, arrays, table: page.extras.arrays }, (first, findings) => {
    findings.forEach(({ standing, reason }, k) => (standings[first + k] = { standing, reason }));
    // Ten times a second is often enough for the eye; a list of thousands is copied each time.
    const now = performance.now();
    if (now - told < 100) return;
    told = now;
    app.patch({ standings: [...standings] });
  }, (ending) => {
    if (ending.kind === "unavailable") {
      console.info(`Nothing is re-checked here: ${ending.reason}`);
      const unseen = standings.map((): PairStanding => ({ standing: "pending", reason: "" }));
      return app.patch({ standings: unseen, checking: "unavailable" });
    }
    const refused = (reason: string) => standings.map((): PairStanding => ({ standing: "fails", reason }));
    app.patch({ standings: ending.kind === "done" ? [...standings] : refused(ending.reason), checking: "done" });
  });
}
