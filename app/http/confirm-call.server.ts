import type { Member } from "~/domain/member/member";
import { fail } from "./api.server";
import { refusalOfPassword } from "./confirm.server";

/** The password again, for a call. @throws the answer that says why not */
export async function requirePassword(request: Request, member: Member, typed: string): Promise<void> {
  const refusal = await refusalOfPassword(request, member, typed);
  if (!refusal) return;
  const { status, fields, notice, headers } = refusal;
  const message = fields?.currentPassword?.[0] ?? `${notice?.title}. ${notice?.text}`;
  throw fail(status, message, fields, headers);
}
