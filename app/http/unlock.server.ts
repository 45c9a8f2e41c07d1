import { journalResetTexts } from "~/domain/accounts/deletion/deletion";
import { authenticateByPasskey } from "~/domain/accounts/passkeys/passkey-sign-in.server";
import type { PasskeyProof } from "~/domain/accounts/passkeys/schema";
import { currentInstance } from "~/domain/accounts/support/instance.server";
import { PASSKEY_TEXTS, passkeysLocked, passwordsDisabledText, SEAL_TEXTS } from "~/domain/accounts/texts";
import { formatDate, utcDay } from "~/domain/calendar/local-day";
import { lockBySecret, type LockedSession } from "~/domain/identity/session-lock.server";
import { confirmPassword, signIn } from "~/domain/identity/sign-in.server";
import {
  FIELD_MESSAGES,
  loginLockedNotice,
  NO_SECRET_MAIL,
  WRONG_PASSWORD,
  type Notice,
} from "~/domain/identity/texts";
import { isFirstAdministrator, type Member } from "~/domain/member/member";
import { failureOf } from "~/domain/operations/failures.server";
import { deferredFormTime } from "~/domain/operations/form-submissions.server";
import { log } from "~/platform/log.server";
import { secretLinkOrigin } from "~/platform/request-context.server";
import { jsonError } from "./api.server";
import { clientNetwork, clientNetworks } from "./client-address.server";
import { deferredFormSecret, sessionSecret, signInClient } from "./cookies.server";
import type { RefuseOptions } from "./form/form-options.server";
import { passkeyExpectation } from "./passkey-challenge.server";
import { unlockBrowser } from "./session.server";

/** Null unless single sign-on is the only sign-in method. */
export function passwordsDisabledNotice(): { title: string; text: string } | null {
  const { provider } = currentInstance();
  return provider?.isOnly ? passwordsDisabledText(provider.name) : null;
}

/** With single sign-on only, a password still unlocks a sealed journal and the first administrator's session. */
export const canUnlockWithPassword = ({
  userId,
  hasPassword,
  isSealed,
}: Pick<LockedSession, "userId" | "hasPassword" | "isSealed">): boolean =>
  hasPassword && (!passwordsDisabledNotice() || isSealed || isFirstAdministrator(userId));

export const canUnlockWithPasskey = ({ hasPasskey }: Pick<LockedSession, "hasPasskey">): boolean =>
  hasPasskey && !currentInstance().provider?.isOnly;

/** Locks this browser's session. An unavailable database is only logged, so that it does not delay a quick exit. */
export async function lockBrowser(request: Request): Promise<void> {
  const secret = await sessionSecret(request);
  if (!secret) return;
  await lockBySecret(secret).catch((error: unknown) => {
    if (!failureOf(error)) throw error;
    log.error("session.not_locked", error);
  });
}

/** Whether this browser has sent a form since its session was locked. */
export async function hasDeferredForm(request: Request, { since }: LockedSession): Promise<boolean> {
  const secret = await deferredFormSecret(request);
  const at = secret ? await deferredFormTime(secret) : null;
  return at !== null && at >= since;
}

/** The settings of a session that locks automatically; null otherwise. */
export const lockSettingsFor = (member: Member) =>
  member.lockAfter === null
    ? null
    : {
        lockAfter: member.lockAfter,
        takesPassword: canUnlockWithPassword({
          ...member,
          userId: member.id,
          isSealed: member.sealed !== null,
        }),
        takesPasskey: canUnlockWithPasskey({ hasPasskey: member.passkeys > 0 }),
      };

/**
 * Unlocks this browser's session with the password, under the limits of a sign-in. The session has passed the second step
 * already. Returns the cookie of the unlocked session (null when it has ended), or the refusal.
 */
export async function unlockByPassword(
  request: Request,
  locked: LockedSession,
  password: string,
): Promise<{ cookie: string | null } | { refusal: RefuseOptions }> {
  const disabled = canUnlockWithPassword(locked) ? null : passwordsDisabledNotice();
  if (disabled) return { refusal: { status: 403, notice: disabled } };
  const { email } = locked;
  const result = await signIn({ email, password }, await signInClient(request, email));
  if (result.ok && !result.isPendingDeletion) return { cookie: await unlockBrowser(request, result.user) };
  if (!result.ok && result.code === "locked") {
    const headers = { "Retry-After": String(result.seconds) };
    return { refusal: { status: 429, notice: loginLockedNotice(result.seconds), headers } };
  }
  if (!result.ok && result.code === "not_yet") {
    const notice = journalResetTexts(formatDate(utcDay(result.from))).notYet;
    return { refusal: { status: 403, notice } };
  }
  return { refusal: { status: 401, fields: { password: [WRONG_PASSWORD] } } };
}

type Unlocked = { cookie: string | null } | { refusal: { status: number; message: string; wait?: number } };

/** Unlocks this browser's session with a passkey of its member, which must be able to open a sealed journal too. */
export async function unlockByPasskey(
  request: Request,
  locked: LockedSession,
  proof: PasskeyProof,
): Promise<Unlocked> {
  const client = clientNetworks(request);
  const result = await authenticateByPasskey(proof, await passkeyExpectation(request, "sign-in"), client);
  if (!result.ok && result.code === "locked")
    return { refusal: { status: 429, message: passkeysLocked(result.seconds), wait: result.seconds } };
  if (!result.ok || result.isPendingDeletion || result.user._id !== locked.userId)
    return { refusal: { status: 401, message: PASSKEY_TEXTS.refused.text } };
  if (result.asks === "password") return { refusal: { status: 403, message: PASSKEY_TEXTS.needsPassword } };
  return { cookie: await unlockBrowser(request, result.user) };
}

/**
 * Checks the member's own password before a dangerous action. Returns the refusal, or null for the right password. Failures
 * count towards the lockout of re-authentication.
 */
export async function checkReauthentication(
  request: Request,
  member: Member,
  currentPassword: string | undefined,
): Promise<RefuseOptions | null> {
  if (!currentPassword)
    return { status: 400, fields: { currentPassword: [FIELD_MESSAGES.passwordRequired] } };
  const check = await confirmPassword(member, currentPassword, clientNetwork(request));
  if (check.ok) return null;
  if (check.code === "wrong_password") return { status: 401, fields: { currentPassword: [WRONG_PASSWORD] } };
  const { seconds } = check;
  return { status: 429, notice: loginLockedNotice(seconds), headers: { "Retry-After": String(seconds) } };
}

/** The refusal of a change of keys or recovery codes. */
export function keyChangeRefusal({ code, seconds = 0 }: { code: string; seconds?: number }): RefuseOptions {
  if (code === "wrong_password") return { status: 401, fields: { currentPassword: [WRONG_PASSWORD] } };
  if (code === "locked")
    return { status: 429, notice: loginLockedNotice(seconds), headers: { "Retry-After": String(seconds) } };
  return { status: 409, notice: SEAL_TEXTS.changed };
}

/** `checkReauthentication` for a JSON call. @throws the JSON error */
export async function requireReauthentication(
  request: Request,
  member: Member,
  password: string,
): Promise<void> {
  const refusal = await checkReauthentication(request, member, password);
  if (!refusal) return;
  const { status, fields, notice, headers } = refusal;
  const message = fields?.currentPassword?.[0] ?? `${notice?.title}. ${notice?.text}`;
  throw jsonError(status, message, fields, headers);
}

/** Null when emails with secrets may be sent, which depends on the host of this request. */
export function secretMailNotice(): Notice | null {
  return secretLinkOrigin() === null ? NO_SECRET_MAIL : null;
}
