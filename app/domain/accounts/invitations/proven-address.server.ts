import type { InvitationRecord } from "#models/invitation.server";
import { emailKey } from "~/domain/identity/email";
import { sendsMail } from "~/platform/mail/transport.server";

/**
 * Whether an invitation proves whose address this is: someone who has the link that was sent to it reads its mail. Where no
 * mail is sent, any invitation is enough.
 */
export function provesAddress(invitation: InvitationRecord | null, email: string): boolean {
  if (!invitation) return false;
  return !sendsMail() || (invitation.emailKey !== "" && invitation.emailKey === emailKey(email));
}
