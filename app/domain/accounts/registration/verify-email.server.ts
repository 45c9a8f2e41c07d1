import { UserModel } from "#models/user.server";
import {
  issueLink,
  registrantKey,
  removeSignInMethods,
} from "~/domain/accounts/security/account-mail.server";
import { DAY, HOUR, isBeyondClockSkew, MINUTE } from "~/domain/calendar/durations";
import { emailKey, mailboxOf } from "~/domain/identity/account-fields";
import { tryConsume } from "~/domain/limits/rate-limits.server";
import { audit } from "~/domain/operations/audit-log.server";
import { wakeMailRunner } from "~/domain/reminders/mail/outbox.server";
import { now } from "~/platform/clock";
import { secretLinkOrigin } from "~/platform/request-context.server";
import { hashToken } from "~/platform/signing.server";

/** Resends for one account: one a minute, five a day. */
const RESEND = { everyMs: MINUTE, aDay: 5 };

/** And ten an hour for one network. */
const RESENDS_PER_NETWORK = 10;

/** And ten a day for one mailbox, whatever tags its addresses have. */
const RESENDS_PER_MAILBOX = 10;

/** Whether a network may ask for one more link. */
export function canRequestVerification(network: string): Promise<boolean> {
  return tryConsume(`verification network ${network}`, RESENDS_PER_NETWORK, HOUR);
}

type Verified = {
  user: { _id: number; securityStamp: string };
  email: string;
  /** This browser registered, and the account asks for nothing more than the link. */
  maySignIn: boolean;
  /** The provider still opens the account. */
  isConnected: boolean;
  hasPassword: boolean;
};

/**
 * Uses a verification link up: one atomic write, so that a second use finds nothing. In another browser than the one that
 * registered (`mark`), the first proof of the address removes every earlier sign-in method but the password.
 * @returns null when the link is unknown, used or expired
 */
export async function verifyEmail(secret: string, mark: string | undefined): Promise<Verified | null> {
  const at = now();
  const purpose = "verify-email";
  const link = { tokens: { $elemMatch: { hash: hashToken(secret), purpose, expiresAt: { $gt: at } } } };
  const found = await UserModel.findOne(link).lean();
  if (!found) return null;
  const isRegistrant = mark === registrantKey(found);
  const mayBeForeign = !found.emailVerifiedAt && !isRegistrant;
  const user = await UserModel.findOneAndUpdate(
    // A concurrent connection changes the stamp.
    { _id: found._id, securityStamp: found.securityStamp, ...link },
    {
      $set: { emailVerifiedAt: at, emailUnproven: false, ...(mayBeForeign && removeSignInMethods(found)) },
      $pull: { tokens: { purpose } },
    },
    { returnDocument: "after" },
  ).lean();
  if (!user) return null;
  await audit({ kind: "account.email_verified", subjectId: user._id });
  const { _id, securityStamp, email, atProvider, passwordHash } = user;
  const maySignIn = isRegistrant && user.status === "active" && !user.twoStep && !user.sealing;
  const isConnected = atProvider !== null;
  return { user: { _id, securityStamp }, email, maySignIn, isConnected, hasPassword: Boolean(passwordHash) };
}

/** Whether a link would still work, for the page; uses nothing up. */
export async function isVerificationLinkValid(secret: string): Promise<boolean> {
  const tokens = {
    $elemMatch: { hash: hashToken(secret), purpose: "verify-email" as const, expiresAt: { $gt: now() } },
  };
  return (await UserModel.findOne({ tokens }).select({ _id: 1 }).lean()) !== null;
}

/**
 * Sends a new verification link if there is an unverified account and the limits allow. Only administrators may be told
 * whether it did.
 */
export async function resendVerification(email: string): Promise<boolean> {
  if (secretLinkOrigin() === null) return false;
  const at = now();
  const user = await UserModel.findOne({ emailKey: emailKey(email), emailVerifiedAt: null }).lean();
  if (!user) return false;
  // What lies ahead was noted by a clock that was wrong.
  const recent = user.verificationMailAt.filter(
    (sent) => at.getTime() - sent.getTime() < DAY && !isBeyondClockSkew(sent, at),
  );
  const last = recent.at(-1);
  if (recent.length >= RESEND.aDay || (last && at.getTime() - last.getTime() < RESEND.everyMs)) return false;
  // However many accounts have an address of this mailbox.
  if (!(await tryConsume(`verification mailbox ${mailboxOf(user.email)}`, RESENDS_PER_MAILBOX, DAY)))
    return false;
  const link = issueLink("verify-email", user.email);
  // Named by what was read: of two requests at once, one sends.
  const { matchedCount } = await UserModel.updateOne(
    { _id: user._id, emailVerifiedAt: null, verificationMailAt: user.verificationMailAt },
    {
      $set: {
        tokens: [...user.tokens.filter(({ purpose }) => purpose !== "verify-email"), ...link.tokens],
        verificationMailAt: [...recent, at],
      },
      $push: { pendingMail: { $each: link.mails } },
    },
  );
  wakeMailRunner();
  return matchedCount === 1;
}
