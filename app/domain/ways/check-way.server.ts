import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { passageNamed } from "~/domain/scripture/reading-plans/check-plan.server";
import { decodeText } from "~/platform/decode-text";
import { readWayText } from "./read-way-text.server";
import type { Way, WayDay } from "./way";
import type { WayError, WayFile } from "./way-file";

/** Room for a hundred long days. Read no more than one byte over it. */
export const LARGEST_WAY = 160_000;
/** A longer text is read in a separate thread: some texts take a hundred times as long as they look. */
const SHORT = 4_000;
const THREAD = { ms: 20_000, megabytes: 256 };
/** A reference takes most of a millisecond to read, and requests are answered meanwhile. */
const AT_ONCE = 10;

/** Reads a whole way, or says what is wrong with it, by line. */
export async function checkWay(bytes: Buffer): Promise<Way | { faults: WayError[] }> {
  if (bytes.length > LARGEST_WAY) return { faults: [{ code: "too_large" }] };
  const text = decodeText(bytes);
  if (text === undefined) return { faults: [{ code: "not_text" }] };
  const file = text.length <= SHORT ? readWayText(text) : await readInThread(text);
  if ("faults" in file) return file;
  const faults: WayError[] = [];
  const days: WayDay[] = [];
  for (const [at, day] of file.way.days.entries()) {
    const passage = passageNamed(day.passage);
    if ("code" in passage || !findPassage(passage.reference))
      faults.push({ code: "no_passage", line: file.passageLines[at], detail: day.passage.slice(0, 60) });
    else days.push({ ...day, passage: passage.reference });
    if (at % AT_ONCE === AT_ONCE - 1) await nextTurn();
  }
  return faults.length > 0 ? { faults } : { ...file.way, days };
}

async function readInThread(text: string): Promise<WayFile | { faults: WayError[] }> {
  const worker = new Worker(path.resolve(".prepare/workers/way-worker.js"), {
    env: {},
    workerData: text,
    resourceLimits: { maxOldGenerationSizeMb: THREAD.megabytes, maxYoungGenerationSizeMb: 64 },
  });
  return new Promise<WayFile | { faults: WayError[] }>((resolve) => {
    const tooMuch = () => resolve({ faults: [{ code: "too_large" }] });
    const deadline = setTimeout(tooMuch, THREAD.ms);
    deadline.unref();
    worker.once("message", resolve).once("error", tooMuch).once("exit", tooMuch);
  }).finally(() => void worker.terminate());
}
