import type { Length } from "~/domain/member/prayer";

const MINUTES: Record<Length | 0, number> = { 0: 5, 3: 1, 10: 3, 20: 7 };

/** How long a silence is proposed to last, by how long the whole reflection may take. */
export function silenceMinutes(length: Length | 0): number {
  return MINUTES[length];
}
