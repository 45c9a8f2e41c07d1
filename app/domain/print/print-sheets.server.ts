import { randomUUID } from "node:crypto";
import { now } from "~/platform/clock";
import type { BookPart } from "./block";
import { takePress } from "./press.server";
import { PrintError } from "./print-error";
import { printInThread } from "./print-in-thread.server";
import type { PrintRefusal, PrintTask } from "./print-task";

/** A few sheets or a booklet: small enough to be made at once, and to lie in memory. */
export type SheetsTask = Omit<PrintTask, "id" | "at"> & { kind: "sheets" | "booklet" };
export type PrintedSheets = { ok: true; bytes: Uint8Array } | { ok: false; code: PrintRefusal | "busy" };

/** Prints sheets at once, as a PDF. */
export async function printSheets(
  task: SheetsTask,
  parts: AsyncIterable<BookPart[]>,
): Promise<PrintedSheets> {
  const leave = await takePress();
  if (!leave) return { ok: false, code: "busy" };
  try {
    const pieces: Uint8Array[] = [];
    for await (const piece of printInThread({ ...task, id: randomUUID(), at: now() }, parts))
      pieces.push(piece);
    return { ok: true, bytes: Buffer.concat(pieces) };
  } catch (error) {
    if (!(error instanceof PrintError)) throw error;
    return { ok: false, code: error.code };
  } finally {
    await leave();
  }
}
