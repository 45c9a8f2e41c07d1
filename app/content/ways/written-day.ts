import type { WayDay } from "~/domain/ways/way";

/** A day as the built-in ways are written: in the order in which it is prayed. */
export const written = (
  title: string,
  passage: string,
  point: string,
  questions: readonly string[],
  closing: string,
): WayDay => ({ title, passage, point, questions, closing, writer: "" });
