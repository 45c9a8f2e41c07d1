import { dayFromToday } from "~/domain/calendar/day-in-words";
import { localMoment } from "~/domain/calendar/local-day";
import type { Member } from "~/domain/member/member";
import type { CoachKey } from "~/domain/member/tiers";
import { now } from "~/platform/clock";
import { coachNamed } from "./roster";
import { listThreads } from "./threads.server";

/** A person's newest conversations as lists show them. */
export async function threadLines(member: Member, coachKey?: CoachKey) {
  const today = localMoment(now(), member.timezone).date;
  const threads = await listThreads(member, coachKey);
  return threads.map(({ id, coachKey, updatedAt, turns, begins }) => ({
    id,
    name: coachNamed(coachKey)?.name ?? "",
    when: dayFromToday(localMoment(updatedAt, member.timezone).date, today),
    turns,
    begins,
  }));
}
