import { localMoment, type LocalMoment } from "~/domain/calendar/local-day";
import { now } from "~/platform/clock";
import type { Member } from "./member";
import { dayOf, slotAt, type DaySlot } from "./prayer-times";

/** A person's day: their date and time, the slot that is due, and the day it is for. */
export type CurrentSlot = LocalMoment & { now: Date; slot: DaySlot; forDate: string };

/** The present of a person, in their zone. */
export function currentSlotOf(member: Member): CurrentSlot {
  const at = now();
  const local = localMoment(at, member.timezone);
  const slot = slotAt(local.time, member);
  return { ...local, now: at, slot, forDate: dayOf(slot, local, member) };
}

/** The day a reflection that is opened now is for. */
export function dayOpenedNow(member: Member, slot: DaySlot): string {
  return dayOf(slot, localMoment(now(), member.timezone), member);
}

/** Today's date in a zone; "" is UTC. */
export function todayIn(zone: string): string {
  return localMoment(now(), zone).date;
}
