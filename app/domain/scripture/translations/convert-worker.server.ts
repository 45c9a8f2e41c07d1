import { renameSync, writeFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { readModule } from "./read-module.server";
import { ModuleError, writeText, type ModuleErrorCode } from "./text-format.server";

/** `place`: path of the module; `id`: id of the translation; `target`: path of the text file. */
export type ConvertTask = { place: string; id: string; target: string };
export type ConvertAnswer = { ok: true } | { ok: false; code: ModuleErrorCode; detail: string };

/** Worker entry (started by bibles-folder.server.ts): converts one module. */
async function convert({ place, id, target }: ConvertTask): Promise<ConvertAnswer> {
  try {
    const text = writeText(await readModule(place, id));
    // Atomic rename: another process may convert the same module.
    const temporary = `${target}.${process.pid}.part`;
    writeFileSync(temporary, text, { mode: 0o600 });
    renameSync(temporary, target);
    return { ok: true };
  } catch (error) {
    if (error instanceof ModuleError) return { ok: false, code: error.code, detail: error.detail };
    const { code = "" } = error as { code?: string };
    return { ok: false, code: /^E[A-Z]+$/.test(code) ? "unreadable" : "broken", detail: "" };
  }
}

void convert(workerData as ConvertTask).then((answer) => parentPort?.postMessage(answer));
