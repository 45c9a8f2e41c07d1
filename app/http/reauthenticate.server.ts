import { confirmPassword } from "~/domain/identity/passwords.server";
import { FIELD_MESSAGES, loginLocked, WRONG_PASSWORD } from "~/domain/identity/texts";
import type { Member } from "~/domain/member/member";
import { clientNetwork } from "./client-address.server";
import type { RefuseOptions } from "./form/form-options.server";

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
  return { status: 429, notice: loginLocked(seconds), headers: { "Retry-After": String(seconds) } };
}
