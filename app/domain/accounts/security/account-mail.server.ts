import type { UserRecord } from "#models/user.server";
import type { LinkToken, PendingMail, TokenPurpose } from "#models/user/account.server";
import { DAY, HOUR } from "~/domain/calendar/durations";
import { securityChangeFields } from "~/domain/identity/sessions.server";
import type { MailBody, MailMessage } from "~/domain/reminders/mail/mail-message";
import { sealPendingMail } from "~/domain/reminders/mail/outbox.server";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { secretLinkOrigin } from "~/platform/request-context.server";
import { hashToken, randomToken } from "~/platform/signing.server";

export type AccountMail =
  | { kind: "verify-email"; to: string; secret: string }
  | { kind: "reset-password"; to: string; secret: string }
  | { kind: "have-account"; to: string }
  | { kind: "name-taken"; to: string; invitation: string }
  | { kind: "password-changed"; to: string }
  | { kind: "email-change-old"; to: string; secret: string }
  | { kind: "email-change-new"; to: string; secret: string }
  | { kind: "email-changed"; to: string };

/** Emails about sign-in and the address of an account. `origin` is the public origin, never taken from a request. */
export function accountMail(order: AccountMail, origin: string): MailMessage {
  return { kind: order.kind, to: order.to, ...accountMailBody(order, origin) };
}

function accountMailBody(order: AccountMail, origin: string): MailBody {
  switch (order.kind) {
    case "verify-email":
      return {
        subject: t("Verify your email address"),
        lines: [
          t("Welcome to Still and Know."),
          t("Please open this link and press the button there to verify your address:"),
        ],
        link: { url: `${origin}/verify-email?token=${order.secret}`, label: t("Verify my email") },
        after: [
          t(
            "The link works once, for 24 hours. If you did not create an account, you can ignore this email.",
          ),
        ],
      };
    case "reset-password":
      return {
        subject: t("Choose a new password"),
        lines: [
          t("Someone, we hope you, asked to choose a new password for Still and Know. You can do so here:"),
        ],
        link: {
          url: `${origin}/auth/reset-password?token=${order.secret}`,
          label: t("Choose a new password"),
        },
        after: [
          t(
            "The link works once, for 30 minutes. If it was not you, you can ignore this email: your password stays as it is.",
          ),
        ],
      };
    case "have-account":
      return {
        subject: t("You already have an account"),
        lines: [
          t(
            "Someone, we hope you, has just tried to register this address with Still and Know. It already has an account. If you do not remember the password, you can choose a new one here:",
          ),
        ],
        link: { url: `${origin}/auth/reset-password`, label: t("Choose a new password") },
        after: [t("If it was not you, you can ignore this email: nothing has changed.")],
      };
    case "name-taken":
      return {
        subject: t("Please choose another username"),
        lines: [
          t(
            "Someone, we hope you, has just tried to register this address with Still and Know. The username was already taken, so no account was created. Please try again with another one:",
          ),
        ],
        // The link repeats the invitation, which is still valid and may be required for registration.
        link: {
          url: `${origin}/auth/register${order.invitation && `?invitation=${order.invitation}`}`,
          label: t("Create an account"),
        },
        after: [t("If it was not you, you can ignore this email.")],
      };
    case "password-changed":
      return {
        subject: t("Your password has been changed"),
        lines: [
          t(
            "The password of your Still and Know account has just been changed, and you have been signed out everywhere else.",
          ),
        ],
        link: { url: `${origin}/auth/reset-password`, label: t("Choose a new password") },
        after: [
          t(
            "If this was you, all is well. If it was not, please choose a new password at once, using the address above.",
          ),
        ],
      };
    case "email-change-old":
      return {
        subject: t("Did you ask to change your email address?"),
        lines: [
          t(
            "Someone, we hope you, asked to use another email address for your Still and Know account. If it was you, please confirm it here:",
          ),
        ],
        link: {
          url: `${origin}/auth/confirm-email?token=${order.secret}`,
          label: t("Confirm the change"),
        },
        after: [
          t(
            "A second email has gone to the new address; both must be confirmed within 24 hours. If it was not you, do not press anything, and please choose a new password.",
          ),
        ],
      };
    case "email-change-new":
      return {
        subject: t("Confirm your new email address"),
        lines: [
          t(
            "Someone asked to use this address for a Still and Know account. If that is right, please confirm it here:",
          ),
        ],
        link: {
          url: `${origin}/auth/confirm-email?token=${order.secret}`,
          label: t("Confirm this address"),
        },
        after: [t("The link works for 24 hours. If you know nothing about this, you can ignore this email.")],
      };
    case "email-changed":
      return {
        subject: t("Your email address has been changed"),
        lines: [
          t(
            "The email address of your Still and Know account has been changed, as confirmed from both inboxes.",
          ),
        ],
        after: [t("If this was not you, please write to us through the contact page.")],
      };
  }
}

/** Sign-in methods other than the password: the provider's name and the names of the passkeys. */
type OtherMethodNames = { provider: string | null; passkeys: string[] };

/**
 * Email after a password reset that lists the other sign-in methods. `secret` is that of the link to remove them,
 * `origin` the public origin, never taken from a request.
 */
export function resetMail(
  { to, secret, others }: { to: string; secret: string; others: OtherMethodNames },
  origin: string,
): MailMessage {
  const names = [
    ...(others.provider === null ? [] : [others.provider]),
    ...others.passkeys.map((name) => t("The passkey “{name}”", { name })),
  ];
  return {
    kind: "password-changed",
    to,
    subject: t("Your password has been changed"),
    lines: [
      t(
        "The password of your Still and Know account has just been reset, and you have been signed out everywhere.",
      ),
      t("This opens your account too:"),
      ...names.map((name) => `– ${name}`),
      t("Please look whether you know all of it. On this page one press removes each:"),
    ],
    link: {
      url: `${origin}/auth/reset-password?step=methods&token=${secret}`,
      label: t("What else opens your account"),
    },
    after: [
      t("The link works for seven days."),
      t(
        "If it was not you who chose a new password, please choose another one at once, with “Forgot your password?” on the sign-in page.",
      ),
    ],
  };
}

const LINK_LIFETIME_MS: Record<TokenPurpose, number> = {
  "verify-email": 24 * HOUR,
  "reset-password": HOUR / 2,
  "other-methods": 7 * DAY,
};

type Mailed = Exclude<TokenPurpose, "other-methods">;

/** Creates a single-use link: `token` is stored with the hash, `secret` goes into the link. */
export function createLink(purpose: TokenPurpose): { token: LinkToken; secret: string } {
  const secret = randomToken();
  const expiresAt = new Date(now().getTime() + LINK_LIFETIME_MS[purpose]);
  return { secret, token: { hash: hashToken(secret), purpose, expiresAt } };
}

/**
 * Creates a single-use link and its encrypted email, to be stored in one write of the user's record. Both are empty
 * when no email with a secret may be sent.
 */
export function issueLink(purpose: Mailed, email: string): { tokens: LinkToken[]; mails: PendingMail[] } {
  const origin = secretLinkOrigin();
  if (origin === null) return { tokens: [], mails: [] };
  const { token, secret } = createLink(purpose);
  const mail = accountMail({ kind: purpose, to: email, secret }, origin);
  return { tokens: [token], mails: [sealPendingMail(mail, now())] };
}

type Address = Pick<UserRecord, "emailVerifiedAt" | "emailUnproven">;

/**
 * Whether a mailed link or the provider has proved the address. An approval by an administrator and an instance
 * without email only trust it.
 */
export const hasProvenAddress = ({ emailVerifiedAt, emailUnproven }: Address): boolean =>
  emailVerifiedAt !== null && !emailUnproven;

/**
 * Update that removes the OIDC connection and the passkeys when the address is proved for the first time: they may
 * belong to a registrant who used another person's address. The new stamp ends sessions and API keys.
 */
export const removeSignInMethods = ({ sealing }: Pick<UserRecord, "sealing">) => ({
  atProvider: null,
  passkeys: [],
  ...(sealing && { "sealing.byPasskey": [] }),
  securityStamp: randomToken(16),
  ...securityChangeFields(),
});

/**
 * Value of the `registered` cookie, which recognises the registering browser. Includes the OIDC identity if there is
 * one.
 */
export const registrantKey = ({ _id, atProvider }: Pick<UserRecord, "_id" | "atProvider">): string =>
  atProvider ? `${_id}.${atProvider.key}` : String(_id);

/** Whether OIDC is a sign-in method of the account that can be removed; with OIDC_ONLY there is no other. */
export const canSignInWithOidc = ({ atProvider }: Pick<UserRecord, "atProvider">): boolean =>
  atProvider !== null && env.OIDC_ISSUER !== undefined && !env.OIDC_ONLY;

/** Names of the sign-in methods other than the password; null when there are none. */
export function otherMethodNames(user: UserRecord, providerName: string): OtherMethodNames | null {
  const provider = canSignInWithOidc(user) ? providerName : null;
  const passkeys = (user.passkeys ?? []).map(({ name }) => name);
  return provider !== null || passkeys.length > 0 ? { provider, passkeys } : null;
}
