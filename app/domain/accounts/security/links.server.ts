import type { UserRecord } from "#models/user.server";
import type { LinkToken, PendingMail, TokenPurpose } from "#models/user/account.server";
import { DAY, HOUR } from "~/domain/calendar/durations";
import { securityChangedNow } from "~/domain/identity/sessions.server";
import { sealPendingMail } from "~/domain/reminders/mail/outbox.server";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { secretMailOrigin } from "~/platform/link-origin.server";
import { hashToken, randomToken } from "~/platform/signing.server";
import { accountMail, type OtherNames } from "./account-mail";

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

type Address = Pick<UserRecord, "emailVerifiedAt" | "emailUnproven">;

/**
 * Whether the account's address was ever proven: by a mailed link, or by the provider. An administrator who lets a member
 * in, and an instance that sends no mail, take the address on trust.
 */
export const hasProvenAddress = ({ emailVerifiedAt, emailUnproven }: Address): boolean =>
  emailVerifiedAt !== null && !emailUnproven;

/**
 * The change that leaves no earlier sign-in method in an account whose address is proven for the first time: its
 * connection and passkeys may belong to a registrant who used another person's address. The new stamp ends sessions and API keys.
 */
export const removeSignInMethods = ({ sealing }: Pick<UserRecord, "sealing">) => ({
  atProvider: null,
  passkeys: [],
  ...(sealing && { "sealing.byPasskey": [] }),
  securityStamp: randomToken(16),
  ...securityChangedNow(),
});

/** Identifies the browser that registered an account, by the identity at the provider where there is one. */
export const registrationMark = ({ _id, atProvider }: Pick<UserRecord, "_id" | "atProvider">): string =>
  atProvider ? `${_id}.${atProvider.key}` : String(_id);

/** Whether the provider opens an account beside its password, and can be disconnected. */
export const hasOpeningConnection = ({ atProvider }: Pick<UserRecord, "atProvider">): boolean =>
  atProvider !== null && env.OIDC_ISSUER !== undefined && !env.OIDC_ONLY;

/** The sign-in methods of an account beside its password; null where there are none. */
export function otherNames(user: UserRecord, providerName: string): OtherNames | null {
  const provider = hasOpeningConnection(user) ? providerName : null;
  const passkeys = (user.passkeys ?? []).map(({ name }) => name);
  return provider !== null || passkeys.length > 0 ? { provider, passkeys } : null;
}
