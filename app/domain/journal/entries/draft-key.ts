import type { Slot } from "~/domain/member/prayer-times";

/** The key of an unfinished reflection: its slot and day. A free page has one key, and one for each intention. */
export function draftKeyOf(slot: Slot, forDate: string, prayer?: string): string {
  if (slot !== "none") return `${slot}|${forDate}`;
  return prayer ? `free|${prayer}` : "free";
}
