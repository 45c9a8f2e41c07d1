import { journalResetTexts } from "~/domain/accounts/deletion/deletion";
import { authenticateByPasskey } from "~/domain/accounts/passkeys/passkey-sign-in.server";
import type { PasskeyProof } from "~/domain/accounts/passkeys/schema";
import { currentInstance } from "~/domain/accounts/support/instance.server";
import { PASSKEY_TEXTS, passkeysLocked, passwordsDisabledText } from "~/domain/accounts/texts";
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
import { signInClient } from "./cookies.server";
import { deferredFormSecret } from "./form/authorize-sender.server";
import type { RefuseOptions } from "./form/form-options.server";
import { passkeyExpectation } from "./passkey-challenge.server";
import { currentSessionSecret, unlockBrowser } from "./session.server";

/** What is said to a password in a house that takes none; null where passwords open it. */
export function passwordsDisabledNotice(): { title: string; text: string } | null {
  const { provider } = currentInstance();
  return provider?.isOnly ? passwordsDisabledText(provider.name) : null;
}

/** Where no passwords are taken, one still opens the house for the first administrator, and a sealed journal. */
export const canUnlockWithPassword = ({
  userId,
  hasPassword,
  isSealed,
}: Pick<LockedSession, "userId" | "hasPassword" | "isSealed">): boolean =>
  hasPassword && (!passwordsDisabledNotice() || isSealed || isFirstAdministrator(userId));

/** Where the house has a sign-in of its own that is the only one, no passkey opens it. */
export const canUnlockWithPasskey = ({ hasPasskey }: Pick<LockedSession, "hasPasskey">): boolean =>
  hasPasskey && !currentInstance().provider?.isOnly;

/** Locks this browser's session at once. Its person wants to be gone: a database that is away does not hold them. */
export async function lockBrowser(request: Request): Promise<void> {
  const secret = await currentSessionSecret(request);
  if (!secret) return;
  await lockBySecret(secret).catch((error: unknown) => {
    if (!failureOf(error)) throw error;
    log.error("session.not_locked", error);
  });
}

/** Whether something was sent to it since it is locked, also by a page that was being left. */
export async function hasDeferredForm(request: Request, { since }: LockedSession): Promise<boolean> {
  const secret = await deferredFormSecret(request);
  const at = secret ? await deferredFormTime(secret) : null;
  return at !== null && at >= since;
}

/** For the frame of the pages of someone whose session locks; null for others. */
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
 * Opens this browser's locked session by the password, with the limits of every sign-in. The second step is not asked again: the
 * session has passed it. Answers the cookie of the new session (null where the locked one is over), or why not.
 */
export async function unlockByPassword(
  request: Request,
  locked: LockedSession,
  password: string,
): Promise<{ cookie: string | null } | { refusal: RefuseOptions }> {
  const off = canUnlockWithPassword(locked) ? null : passwordsDisabledNotice();
  if (off) return { refusal: { status: 403, notice: off } };
  const { email } = locked;
  const result = await signIn({ email, password }, await signInClient(request, email));
  if (result.ok && !result.isLeaving) return { cookie: await unlockBrowser(request, result.user) };
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

/** The same by a passkey of its person, which is both steps; a sealed journal has to be opened by it too. */
export async function unlockByPasskey(
  request: Request,
  locked: LockedSession,
  proof: PasskeyProof,
): Promise<Unlocked> {
  const client = clientNetworks(request);
  const result = await authenticateByPasskey(proof, await passkeyExpectation(request, "sign-in"), client);
  if (!result.ok && result.code === "locked")
    return { refusal: { status: 429, message: passkeysLocked(result.seconds), wait: result.seconds } };
  if (!result.ok || result.isLeaving || result.user._id !== locked.userId)
    return { refusal: { status: 401, message: PASSKEY_TEXTS.refused.text } };
  if (result.asks === "password") return { refusal: { status: 403, message: PASSKEY_TEXTS.needsPassword } };
  return { cookie: await unlockBrowser(request, result.user) };
}

/**
 * Asks people for their own password before something that could harm. Answers what to refuse with, or null when the
 * password is right. Failures count towards the lockout of re-authentication.
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

/** The password again, for a call. @throws the answer that says why not */
export async function requireReauthentication(
  request: Request,
  member: Member,
  typed: string,
): Promise<void> {
  const refusal = await checkReauthentication(request, member, typed);
  if (!refusal) return;
  const { status, fields, notice, headers } = refusal;
  const message = fields?.currentPassword?.[0] ?? `${notice?.title}. ${notice?.text}`;
  throw jsonError(status, message, fields, headers);
}

/** Says that no email with a secret is sent by the address of this request; null where it is. */
export function secretMailNotice(): Notice | null {
  return secretLinkOrigin() === null ? NO_SECRET_MAIL : null;
}
