import type { Slot } from "~/domain/member/prayer-times";

/** The key under which an unfinished reflection of a slot and day is kept; a free page has one, and one for each intention. */
export function draftKeyOf(slot: Slot, forDate: string, prayer?: string): string {
  if (slot !== "none") return `${slot}|${forDate}`;
  return prayer ? `free|${prayer}` : "free";
}
