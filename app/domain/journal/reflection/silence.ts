import type { Length } from "~/domain/member/prayer-settings";

const MINUTES: Record<Length | 0, number> = { 0: 5, 3: 1, 10: 3, 20: 7 };

/** The proposed length of a silence, by the length of the whole reflection. */
export function silenceMinutes(length: Length | 0): number {
  return MINUTES[length];
}
