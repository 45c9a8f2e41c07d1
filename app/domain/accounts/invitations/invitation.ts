import { DAY } from "~/domain/calendar/durations";

/** How long an invitation works, and how long it is listed after that. */
export const INVITATION_MS = 7 * DAY;
export const LISTED_MS = 30 * DAY;

export type InvitationState = "waiting" | "used" | "withdrawn" | "expired";

type Facts = { usedAt: Date | null; withdrawnAt: Date | null; endsAt: Date };

export function invitationState({ usedAt, withdrawnAt, endsAt }: Facts, now: Date): InvitationState {
  if (usedAt) return "used";
  if (withdrawnAt) return "withdrawn";
  return endsAt <= now ? "expired" : "waiting";
}
