import { dateInWords } from "~/domain/calendar/local-day";
import { seasonLine } from "~/domain/journal/entries/day-line";
import type { Member } from "~/domain/member/member";

/** Who is greeted, and the day. */
export const headingOf = (member: Member, date: string) => ({
  name: member.firstName || member.username,
  date: dateInWords(date),
  season: seasonLine(date, member.prayer),
});
