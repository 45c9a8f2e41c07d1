import { DAY, hasPassed, MINUTE } from "~/domain/calendar/durations";
import { t } from "~/i18n/t";

/** How long an invitation works, and how long it is listed after that. */
export const INVITATION_MS = 7 * DAY;
export const INVITATION_LISTED_MS = 30 * DAY;

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
export const isClaimExpired = (usedAt: Date, now: Date): boolean =>
  hasPassed(new Date(usedAt.getTime() + CLAIM_MS), now, CLAIM_MS);

/** What someone reads who may not register here, and what someone with an invitation that is over reads. */
export const REGISTRATION_REFUSALS = {
  invite: {
    title: t("This place is by invitation"),
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
