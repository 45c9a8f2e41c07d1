import { hasPassed } from "~/domain/calendar/deadline";
import { DAY, MINUTE } from "~/domain/calendar/durations";

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

/** No registration takes as long from its claim to its account. */
const CLAIM_MS = MINUTE;

/** Whether the registration that claimed an invitation has ended, with or without an account. */
export const isClaimOver = (usedAt: Date, now: Date): boolean =>
  hasPassed(new Date(usedAt.getTime() + CLAIM_MS), now, CLAIM_MS);
