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

/** Resend limits of one account. */
const RESEND = { everyMs: MINUTE, aDay: 5 };

/** Maximum requests per hour. */
const RESENDS_PER_NETWORK = 10;

/** Maximum per day, across all tagged addresses of the mailbox. */
const RESENDS_PER_MAILBOX = 10;

/** Counts a request for a link and returns whether the network is within its limit. */
export function canRequestVerification(network: string): Promise<boolean> {
  return tryConsume(`verification network ${network}`, RESENDS_PER_NETWORK, HOUR);
}

type Verified = {
  user: { _id: number; securityStamp: string };
  email: string;
  /** Whether this browser registered the account and no second step is required. */
  maySignIn: boolean;
  isConnected: boolean;
  hasPassword: boolean;
};

/**
 * Verifies an address and consumes the link by compare-and-set. In a browser other than the registering one (`mark`),
 * the first verification removes every earlier sign-in method except the password.
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
    // Optimistic lock: a concurrent reconnection through OIDC changes the stamp, and nothing is verified.
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

/** Whether a link is valid. Does not consume it. */
export async function isVerificationLinkValid(secret: string): Promise<boolean> {
  const tokens = {
    $elemMatch: { hash: hashToken(secret), purpose: "verify-email" as const, expiresAt: { $gt: now() } },
  };
  return (await UserModel.findOne({ tokens }).select({ _id: 1 }).lean()) !== null;
}

/**
 * Sends a new verification link if there is an unverified account and the limits allow.
 * @returns whether it was sent; reveal this to administrators only
 */
export async function resendVerification(email: string): Promise<boolean> {
  if (secretLinkOrigin() === null) return false;
  const at = now();
  const user = await UserModel.findOne({ emailKey: emailKey(email), emailVerifiedAt: null }).lean();
  if (!user) return false;
  // Ignores times in the future, stored while the clock was wrong.
  const recent = user.verificationMailAt.filter(
    (sent) => at.getTime() - sent.getTime() < DAY && !isBeyondClockSkew(sent, at),
  );
  const last = recent.at(-1);
  if (recent.length >= RESEND.aDay || (last && at.getTime() - last.getTime() < RESEND.everyMs)) return false;
  if (!(await tryConsume(`verification mailbox ${mailboxOf(user.email)}`, RESENDS_PER_MAILBOX, DAY)))
    return false;
  const link = issueLink("verify-email", user.email);
  // Compare-and-set on the send times: of two concurrent requests one sends.
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
