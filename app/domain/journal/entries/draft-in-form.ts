import { savedAtInWords } from "~/domain/calendar/day-in-words";
import type { EntryContent } from "./content";

/** A draft as its form shows it: what was written, and when it was saved, in words of its writer's time. */
export const draftInForm = (
  { version, content, updatedAt }: { version: number; content: EntryContent; updatedAt: Date },
  now: Date,
  timezone: string,
) => ({ version, content, savedAt: savedAtInWords(updatedAt, now, timezone) });
