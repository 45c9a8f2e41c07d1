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

/** Reset mails: four an hour for one account, twenty an hour for one network. */
/** Also for an account that is being deleted: its owner may need the password to take that back. */
const mayReset = { status: { $in: ["active", "deleting"] as UserRecord["status"][] } };
const LIMITS = { account: 4, network: 20 };

/** Whether a network may ask once more. */
export function canRequestReset(network: string): Promise<boolean> {
  return tryConsume(`reset network ${network}`, LIMITS.network, HOUR);
}

/**
 * Mails a link if there is an account with this address. Known and unknown addresses take the same steps and the same
 * answer; works while sign-in is locked. Only the newest link counts. Only administrators may be told whether it was sent.
 */
export async function requestPasswordReset(email: string): Promise<boolean> {
  if (secretLinkOrigin() === null) return false;
  const key = emailKey(email);
  const allowed = await tryConsume(`reset account ${key}`, LIMITS.account, HOUR);
  const user = await UserModel.findOne({ emailKey: key, ...mayReset }).lean();
  const link = issueLink("reset-password", user?.email ?? email);
  const tokens = [
    ...(user?.tokens ?? []).filter(({ purpose }) => purpose !== "reset-password"),
    ...link.tokens,
  ];
  // For an unknown address the same write matches no record: id 0 is no one's.
  const result = await UserModel.updateOne(
    { _id: allowed && user ? user._id : 0 },
    { $set: { tokens }, $push: { pendingMail: { $each: link.mails } } },
  );
  if (result.matchedCount === 0) return false;
  await audit({ kind: "password.reset_asked", subjectId: user?._id });
  wakeMailRunner();
  return true;
}

export type ResetResult =
  /** `otherMethods` is the secret of the link that removes what else opens the account; absent where nothing does. */
  | { ok: true; email: string; otherMethods?: string }
  | { ok: false; code: "expired" | "password_common" | "code_required" | "wrong_code" }
  | { ok: false; code: "locked"; seconds: number };

/**
 * Whether a link would still work, for the page; uses nothing up. Who opens a sealed journal has to give one of its
 * recovery codes as well.
 */
export async function readResetLink(secret: string): Promise<{ isSealed: boolean } | null> {
  const user = await UserModel.findOne(resetLinkFilter(secret)).select({ sealing: 1 }).lean();
  return user && { isSealed: Boolean(user.sealing) };
}

/** The account that a link for a new password belongs to, as long as it works. */
export const resetLinkFilter = (secret: string) => ({
  ...mayReset,
  tokens: {
    $elemMatch: { hash: hashToken(secret), purpose: "reset-password" as const, expiresAt: { $gt: now() } },
  },
});

/** What is asked with the new password: the recovery code of a sealed journal, and where it comes from, for the tries. */
export type ResetOptions = {
  recoveryCode?: string;
  network: string;
  /** The provider's name on this instance. */
  providerName?: string;
};

/**
 * Sets a new password by a link: uses it up, ends every session, tells the owner. Does not sign in. A sealed journal asks
 * for a recovery code before anything is changed; password, wrap and used code are one write.
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
  // With OIDC_ONLY a new password signs nobody in, so the connection has to stay.
  const isFirstProof = !user.emailVerifiedAt || (!hasProvenAddress(user) && !env.OIDC_ONLY);
  const others = isFirstProof ? null : otherMethodNames(user, options.providerName ?? "");
  const removal = others && createLink("other-methods");
  const secretOrigin = secretLinkOrigin();
  const mail =
    others && removal && secretOrigin
      ? resetMail({ to: user.email, secret: removal.secret, others }, secretOrigin)
      : accountMail({ kind: "password-changed", to: user.email }, linkOrigin());
  // The link proves that the address is theirs. Of two uses at once one finds the token.
  const result = await UserModel.updateOne(
    // Nothing else may have happened to the account meanwhile: sealed by now, its password would open nothing.
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
