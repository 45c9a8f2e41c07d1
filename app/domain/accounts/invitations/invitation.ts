import { DAY, hasPassed, MINUTE } from "~/domain/calendar/durations";
import { t } from "~/i18n/t";

/** Validity of an invitation, and how long it stays listed afterwards. */
export const INVITATION_MS = 7 * DAY;
export const INVITATION_LISTED_MS = 30 * DAY;

export type InvitationState = "waiting" | "used" | "withdrawn" | "expired";

/** Crockford's base32: no letters that handwriting confuses. */
const CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Sixty random bits. */
const CODE_LENGTH = 12;

/** A code to be typed, `AB12-CD34-EF56`. `randomBelow` returns an integer from 0 to below its argument. */
export function generateInvitationCode(randomBelow: (limit: number) => number): string {
  const code = Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomBelow(CODE_ALPHABET.length)]);
  return code.join("").replaceAll(/.{4}(?!$)/g, "$&-");
}

/** Normalizes a typed code: case, dashes, spaces, and O, I, L for 0 and 1. Null if it is no code. */
export function parseInvitationCode(text: string): string | null {
  const code = text
    .toUpperCase()
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1")
    .replaceAll(/[\s\p{Pd}.]/gu, "");
  const isCode = code.length === CODE_LENGTH && [...code].every((letter) => CODE_ALPHABET.includes(letter));
  return isCode ? code : null;
}

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
    text: t("You need an invitation to create an account here. If you would like one, please write to us."),
  },
  closed: {
    title: t("No new accounts"),
    text: t("No new accounts can be created here. If you think you should have one, please write to us."),
  },
  dead: {
    title: t("This invitation no longer works"),
    text: t(
      "It was used or withdrawn, is older than seven days, or was mistyped. For a new one, please write to us.",
    ),
  },
} as const;
