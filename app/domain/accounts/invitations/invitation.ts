import { DAY, hasPassed, MINUTE } from "~/domain/calendar/durations";
import { t } from "~/i18n/t";

/** Validity of an invitation, and how long it stays listed afterwards. */
export const INVITATION_MS = 7 * DAY;
export const INVITATION_LISTED_MS = 30 * DAY;

export type InvitationState = "waiting" | "used" | "withdrawn" | "expired";

type Facts = { usedAt: Date | null; withdrawnAt: Date | null; endsAt: Date };

export function invitationState({ usedAt, withdrawnAt, endsAt }: Facts, now: Date): InvitationState {
  if (usedAt) return "used";
  if (withdrawnAt) return "withdrawn";
  return endsAt <= now ? "expired" : "waiting";
}

/** Upper bound for the time between the claim of an invitation and the creation of its account. */
const CLAIM_MS = MINUTE;

/** Whether the registration that claimed the invitation must have finished or failed. */
export const isClaimExpired = (usedAt: Date, now: Date): boolean =>
  hasPassed(new Date(usedAt.getTime() + CLAIM_MS), now, CLAIM_MS);

export const REGISTRATION_REFUSALS = {
  invite: {
    title: t("Registration is by invitation"),
    text: t("Accounts here are made with an invitation. If you would like one, please write to us."),
  },
  closed: {
    title: t("No new accounts"),
    text: t("No new accounts are made here. If you think you should have one, please write to us."),
  },
  dead: {
    title: t("This invitation no longer works"),
    text: t("It was used, withdrawn, or is older than seven days. Please write to us for a new one."),
  },
} as const;
