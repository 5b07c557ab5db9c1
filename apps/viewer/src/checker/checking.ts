// Question: what does the checker say of every pair, without keeping the page from answering?
// Method:   checker.wasm, which lies in the page as base 64 of raw deflate, in a worker made of a blob; where a browser
//           gives no worker to a page from disk, in slices between which the page goes on.
// Cannot:   prove what it was not given: see bindings/wasm/page_check.h.
import { makeChecker, type PairFinding, type Rest } from "../../../../bindings/wasm/module.mjs";
import { inflated } from "../page_data";

export interface Checked {
  scene: string;
  result: string;
  arrays: Uint8Array;
  table: unknown; // page.extras.arrays
}

export type Ending =
  | { kind: "done"; rest: Rest }
  | { kind: "refused"; reason: string } // the result is not about this scene, or cannot be read
  | { kind: "unavailable"; reason: string }; // the checker is not there, or cannot run here

export type OnPairs = (first: number, findings: PairFinding[]) => void;

interface Question extends Omit<Checked, "table"> {
  table: string;
  module: Uint8Array;
}

type Told = { kind: "found"; first: number; findings: PairFinding[] } | Ending;

// Both are written out again as a worker's text: they may use nothing but each other and the language.
type Make = typeof makeChecker;
type Turn = () => Promise<void> | undefined;

async function checkAll(
  make: Make,
  question: Question,
  tell: (told: Told) => void,
  slice: number,
  turn: Turn,
): Promise<void> {
  try {
    const checker = await make(question.module as BufferSource);
    const started = checker.start(question.scene, question.result, question.table, question.arrays);
    if (started.refused !== undefined) return tell({ kind: "refused", reason: started.refused });
    let count = 1;
    for (let first = 0; first < started.pairs; ) {
      const began = performance.now();
      const findings = checker.next(count);
      tell({ kind: "found", first, findings });
      first += findings.length;
      const took = performance.now() - began;
      count = Math.max(1, Math.min(1000, took < slice / 2 ? 2 * count : Math.floor((count * slice) / took)));
      await turn();
    }
    tell({ kind: "done", rest: started.rest });
  } catch (error) {
    tell({ kind: "unavailable", reason: error instanceof Error ? error.message : String(error) });
  }
}

const kSlice = 40; // milliseconds: progress is seen to move
const kSliceBetween = 8; // where the page has to draw in between

function workerFor(question: Question, tell: (told: Told) => void): Worker | null {
  const text =
    `const make = ${makeChecker.toString()};\nconst checkAll = ${checkAll.toString()};\n` +
    `onmessage = ({ data }) => checkAll(make, data, (told) => postMessage(told), ${kSlice}, () => undefined);\n`;
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  try {
    const worker = new Worker(address);
    worker.onmessage = ({ data }: MessageEvent<Told>) => {
      URL.revokeObjectURL(address);
      tell(data);
    };
    worker.postMessage(question);
    return worker;
  } catch {
    URL.revokeObjectURL(address);
    return null;
  }
}

// `onEnd` is called once, after the last of `onPairs`. What comes back stops it, after which neither is called.
export function startChecking(checked: Checked, onPairs: OnPairs, onEnd: (ending: Ending) => void): () => void {
  let stopped = false;
  let worker: Worker | null = null;
  const stop = (): void => {
    stopped = true;
    worker?.terminate();
  };
  const tell = (told: Told): void => {
    if (stopped) return;
    if (told.kind === "found") return onPairs(told.first, told.findings);
    stop();
    onEnd(told);
  };
  const between = (question: Question): void => {
    const turn = () => new Promise<void>((go) => setTimeout(go, 0));
    void checkAll(makeChecker, question, tell, kSliceBetween, turn);
  };
  const begin = async (): Promise<void> => {
    const packed = document.getElementById("clearance-checker")?.textContent?.trim() ?? "";
    if (packed === "") return tell({ kind: "unavailable", reason: "This page was made without a checker." });
    const { scene, result, arrays, table } = checked;
    const question: Question = { scene, result, arrays, table: JSON.stringify(table), module: await inflated(packed) };
    if (stopped) return;
    worker = workerFor(question, tell);
    if (worker === null) return between(question);
    // Where a worker cannot be loaded nothing else has been heard of it.
    worker.onerror = (event) => {
      event.preventDefault();
      worker?.terminate();
      worker = null;
      if (!stopped) between(question);
    };
  };
  begin().catch((error: unknown) => tell({ kind: "unavailable", reason: String(error) }));
  return stop;
}
