import type { PrintRefusal } from "./print-task";

/** What is asked for is not printed. */
export class PrintError extends Error {
  constructor(readonly code: PrintRefusal) {
    super(code);
    this.name = "PrintError";
  }
}
