import { dateInWords } from "~/domain/calendar/local-day";
import { utcDay } from "~/domain/calendar/utc";
import type { Member } from "./member";

/** The day in words on which the member's sealed journal will be destroyed, as the email named it; null where none waits. */
export const journalResetDay = ({ journalResetAt }: Pick<Member, "journalResetAt">): string | null =>
  journalResetAt && dateInWords(utcDay(journalResetAt));
