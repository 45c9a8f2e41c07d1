import type { Member } from "~/domain/member/member";
import { jsonError } from "./api.server";
import { checkReauthentication } from "./reauthenticate.server";

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
