import { SessionModel } from "#models/session.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { HOUR } from "~/domain/calendar/durations";
import { emailKey } from "~/domain/identity/account-fields";
import {
  passwordWrapUpdate,
  redeemRecoveryCode,
  wrapKeysWithPassword,
} from "~/domain/identity/key-wrapping.server";
import { securityChangeFields } from "~/domain/identity/sessions.server";
import { isCommonPassword } from "~/domain/identity/sign-in.server";
import type { LockedOut } from "~/domain/limits/lockout";
import { clearBackoff, tryConsume } from "~/domain/limits/rate-limits.server";
import { unpackKeys } from "~/domain/member/member-keys.server";
import { audit } from "~/domain/operations/audit-log.server";
import { sealPendingMail, wakeMailRunner } from "~/domain/reminders/mail/outbox.server";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { canSendMail } from "~/platform/mail/transport.server";
import { hashPassword } from "~/platform/passwords.server";
import { linkOrigin, secretLinkOrigin } from "~/platform/request-context.server";
import { hashToken, randomToken } from "~/platform/signing.server";
import {
  accountMail,
  createLink,
  hasProvenAddress,
  issueLink,
  otherMethodNames,
  removeSignInMethods,
  resetMail,
} from "./account-mail.server";

/** Filter: accounts in pending deletion too, because the owner may need the password to cancel it. */
const resettableAccounts = { status: { $in: ["active", "deleting"] as UserRecord["status"][] } };
/** Reset emails per hour, for one account and for one network. */
const LIMITS = { account: 4, network: 20 };

/** Counts a request and returns whether the network is within its limit. */
export function canRequestReset(network: string): Promise<boolean> {
  return tryConsume(`reset network ${network}`, LIMITS.network, HOUR);
}

/**
 * Emails a reset link if there is an account with this address. Takes the same steps for unknown addresses and works
 * during a lockout; only the newest link is valid.
 * @returns whether it was sent; reveal this to administrators only
 */
export async function requestPasswordReset(email: string): Promise<boolean> {
  if (secretLinkOrigin() === null) return false;
  const key = emailKey(email);
  const allowed = await tryConsume(`reset account ${key}`, LIMITS.account, HOUR);
  const user = await UserModel.findOne({ emailKey: key, ...resettableAccounts }).lean();
  const link = issueLink("reset-password", user?.email ?? email);
  const tokens = [
    ...(user?.tokens ?? []).filter(({ purpose }) => purpose !== "reset-password"),
    ...link.tokens,
  ];
  // For an unknown address the same write matches no record: no account has id 0.
  const result = await UserModel.updateOne(
    { _id: allowed && user ? user._id : 0 },
    { $set: { tokens }, $push: { pendingMail: { $each: link.mails } } },
  );
  if (result.matchedCount === 0) return false;
  await audit({ kind: "password.reset_asked", subjectId: user?._id });
  wakeMailRunner();
  return true;
}

type ResetResult =
  /** `otherMethods` is the secret of the link that removes other sign-in methods, if there are any. */
  | { ok: true; email: string; otherMethods?: string }
  | { ok: false; code: "expired" | "password_common" | "code_required" | "wrong_code" }
  | LockedOut;

/** Reads a link without consuming it. A sealed journal (`isSealed`) requires a recovery code as well. */
export async function readResetLink(secret: string): Promise<{ isSealed: boolean } | null> {
  const user = await UserModel.findOne(resetLinkFilter(secret)).select({ sealing: 1 }).lean();
  return user && { isSealed: Boolean(user.sealing) };
}

export const resetLinkFilter = (secret: string) => ({
  ...resettableAccounts,
  tokens: {
    $elemMatch: { hash: hashToken(secret), purpose: "reset-password" as const, expiresAt: { $gt: now() } },
  },
});

/** `network` is the key of the limit for recovery codes. */
type ResetOptions = {
  recoveryCode?: string;
  network: string;
  providerName?: string;
};

/**
 * Sets a new password by a reset link: consumes the link, ends every session and notifies the owner. Does not sign
 * in. A sealed journal requires a recovery code; password, key wrap and used code are stored in one write.
 */
export async function resetPassword(
  secret: string,
  password: string,
  options: ResetOptions,
): Promise<ResetResult> {
  const user = await UserModel.findOne(resetLinkFilter(secret)).lean();
  if (!user) return { ok: false, code: "expired" };
  if (await isCommonPassword(password, user)) return { ok: false, code: "password_common" };
  const opened = user.sealing ? await redeemRecoveryCode(user, user.sealing, options) : null;
  if (opened && !opened.ok) return opened;
  const passwordHash = await hashPassword(password);
  const wrapped = opened && (await wrapKeysWithPassword(user._id, unpackKeys(opened.keys), password));
  const at = now();
  // With OIDC_ONLY a password cannot sign in, so the connection has to stay.
  const isFirstProof = !user.emailVerifiedAt || (!hasProvenAddress(user) && !env.OIDC_ONLY);
  const others = isFirstProof ? null : otherMethodNames(user, options.providerName ?? "");
  const removal = others && createLink("other-methods");
  const secretOrigin = secretLinkOrigin();
  const mail =
    others && removal && secretOrigin
      ? resetMail({ to: user.email, secret: removal.secret, others }, secretOrigin)
      : accountMail({ kind: "password-changed", to: user.email }, linkOrigin());
  // Using the link proves the address. The filter lets one of two concurrent uses pass.
  const result = await UserModel.updateOne(
    // The stamp changes when the journal is sealed concurrently; the new password would then open nothing.
    { _id: user._id, securityStamp: user.securityStamp, ...resetLinkFilter(secret) },
    {
      $set: {
        passwordHash,
        sealOffer: null,
        beginning: null,
        ...(wrapped && passwordWrapUpdate(wrapped)),
        ...(opened && { "sealing.byCode": opened.left }),
        securityStamp: randomToken(16),
        ...securityChangeFields(),
        ...(isFirstProof && { ...removeSignInMethods(user), emailUnproven: !canSendMail() }),
        tokens: removal ? [removal.token] : [],
        emailVerifiedAt: user.emailVerifiedAt ?? at,
      },
      $push: { pendingMail: sealPendingMail(mail, at) },
    },
  );
  if (result.matchedCount === 0) return { ok: false, code: "expired" };
  await SessionModel.deleteMany({ userId: user._id });
  await clearBackoff("account", user.emailKey);
  await audit({ kind: "password.reset", subjectId: user._id });
  if (opened) await audit({ kind: "journal.code_used", subjectId: user._id });
  if (opened && user.beginning) await audit({ kind: "journal.beginning_undone", subjectId: user._id });
  wakeMailRunner();
  return { ok: true, email: user.email, otherMethods: removal?.secret };
}
