import type { LinkToken, PendingMail, TokenPurpose } from "#models/user/account.server";
import { DAY, HOUR } from "~/domain/calendar/durations";
import { sealPendingMail } from "~/domain/mail/outbox.server";
import { now } from "~/platform/clock";
import { secretMailOrigin } from "~/platform/house-origin.server";
import { hashToken, randomToken } from "~/platform/signing.server";
import { accountMail } from "./account-mail";

/** How long a link works. */
const LIFETIME: Record<TokenPurpose, number> = {
  "verify-email": 24 * HOUR,
  "reset-password": HOUR / 2,
  "other-methods": 7 * DAY,
};

type Mailed = Exclude<TokenPurpose, "other-methods">;

/** A single-use link: the token as it is stored (hashed), and its secret. */
export function newLink(purpose: TokenPurpose): { token: LinkToken; secret: string } {
  const secret = randomToken();
  const expiresAt = new Date(now().getTime() + LIFETIME[purpose]);
  return { secret, token: { hash: hashToken(secret), purpose, expiresAt } };
}

/**
 * A single-use link for `email`, and the mail that carries its secret (sealed): both go into one write of the user's record.
 * Both are empty where no mail with a secret may be sent.
 */
export function issueLink(purpose: Mailed, email: string): { tokens: LinkToken[]; mails: PendingMail[] } {
  const origin = secretMailOrigin();
  if (origin === null) return { tokens: [], mails: [] };
  const { token, secret } = newLink(purpose);
  const mail = accountMail({ kind: purpose, to: email, secret }, origin);
  return { tokens: [token], mails: [sealPendingMail(mail, now())] };
}
