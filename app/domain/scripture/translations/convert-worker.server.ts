import { renameSync, writeFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { readModule } from "./read-module.server";
import { ModuleError, writeText, type ModuleErrorCode } from "./text-format.server";

/** What the thread is given: where the module is, its name, and where its text goes. */
export type ConvertTask = { place: string; id: string; target: string };
export type ConvertAnswer = { ok: true } | { ok: false; code: ModuleErrorCode; detail: string };

async function convert({ place, id, target }: ConvertTask): Promise<ConvertAnswer> {
  try {
    const text = writeText(await readModule(place, id));
    // Whole or not at all, and beside another process that does the same.
    const aside = `${target}.${process.pid}.part`;
    writeFileSync(aside, text, { mode: 0o600 });
    renameSync(aside, target);
    return { ok: true };
  } catch (error) {
    if (error instanceof ModuleError) return { ok: false, code: error.code, detail: error.detail };
    const { code = "" } = error as { code?: string };
    return { ok: false, code: /^E[A-Z]+$/.test(code) ? "unreadable" : "broken", detail: "" };
  }
}

void convert(workerData as ConvertTask).then((answer) => parentPort?.postMessage(answer));
