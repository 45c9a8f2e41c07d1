import { t } from "~/i18n/t";
import { ADMIN_AUDIT_WORDS, type AdminAuditKind } from "./admin-words";

/** The audit log's chain: what each line's hash covers. */
export type AuditKind =
  | AdminAuditKind
  | "account.registered"
  | "account.email_verified"
  | "account.administrator_created"
  | "account.deletion_started"
  | "account.deletion_undone"
  | "account.deleted"
  | "sign_in.succeeded"
  | "sign_in.locked"
  | "sign_in.refused"
  | "sign_out"
  | "password.changed"
  | "password.reset_asked"
  | "password.reset"
  | "email.change_asked"
  | "email.changed"
  | "session.ended"
  | "session.all_ended"
  | "two_step.enabled"
  | "two_step.disabled"
  | "two_step.recovery_code_used"
  | "provider.linked"
  | "provider.unlinked"
  | "provider.signed_out"
  | "passkey.added"
  | "passkey.removed"
  | "passkey.refused"
  | "passkey.counter_back"
  | "invitation.created"
  | "invitation.withdrawn"
  | "journal.sealed"
  | "journal.unsealed"
  | "journal.beginning_asked"
  | "journal.beginning_undone"
  | "journal.begun_again"
  | "journal.codes_renewed"
  | "journal.code_used"
  | "journal.passkey_allowed"
  | "journal.passkey_closed"
  | "trial_key.created"
  | "trial_key.revoked"
  | "plan.switched"
  | "plan.given"
  | "plan.taken"
  | "plan.refused"
  | "access.denied"
  | "journal.key_made"
  | "journal.key_revoked"
  | "journal.exported"
  | "journal.imported";

export type AuditLine = {
  number: number;
  at: Date;
  kind: string;
  actorId: number | null;
  subjectId: number | null;
  details: Record<string, string | number | boolean>;
  previousHash: string;
};

/** The hash before the first line. */
export const GENESIS = "0".repeat(64);

/** The bytes that a line's hash is made of, the same however its details were ordered. */
export function canonicalLine(line: AuditLine): string {
  const details = Object.keys(line.details)
    .sort()
    .map((key) => [key, line.details[key]]);
  return JSON.stringify([
    line.number,
    line.at.toISOString(),
    line.kind,
    line.actorId,
    line.subjectId,
    details,
    line.previousHash,
  ]);
}

/** Words for people, for the list of security events. */
export const AUDIT_WORDS: Record<AuditKind, string> = {
  "account.registered": t("Account created"),
  "account.email_verified": t("Email address verified"),
  "account.administrator_created": t("Administrator created"),
  "account.deletion_started": t("Account deletion requested"),
  "account.deletion_undone": t("Account deletion undone"),
  "account.deleted": t("Account deleted"),
  "sign_in.succeeded": t("Signed in"),
  "sign_in.locked": t("Sign-in blocked after failed attempts"),
  "sign_in.refused": t("Sign-in through the house’s own sign-in refused"),
  sign_out: t("Signed out"),
  "password.changed": t("Password changed"),
  "password.reset_asked": t("Password reset requested"),
  "password.reset": t("Password reset"),
  "email.change_asked": t("Change of email address requested"),
  "email.changed": t("Email address changed"),
  "session.ended": t("Session ended"),
  "session.all_ended": t("All other sessions ended"),
  "two_step.enabled": t("Two-step sign-in turned on"),
  "two_step.disabled": t("Two-step sign-in turned off"),
  "two_step.recovery_code_used": t("Recovery code used"),
  "provider.linked": t("The house’s own sign-in connected"),
  "provider.unlinked": t("The house’s own sign-in disconnected"),
  "provider.signed_out": t("Signed out by the house’s own sign-in"),
  "passkey.added": t("Passkey added"),
  "passkey.removed": t("Passkey removed"),
  "passkey.refused": t("A passkey was not added, because what the browser sent was wrong"),
  "passkey.counter_back": t("A passkey that may have been copied was refused"),
  "invitation.created": t("Invitation created"),
  "invitation.withdrawn": t("Invitation withdrawn"),
  "journal.sealed": t("Journal sealed"),
  "journal.unsealed": t("Journal unsealed"),
  "journal.beginning_asked": t("New beginning asked for, without the sealed text"),
  "journal.beginning_undone": t("New beginning undone: the journal was opened, or kept by its owner"),
  "journal.begun_again": t("Sealed text destroyed, and begun again"),
  "journal.codes_renewed": t("New recovery codes for the sealed journal"),
  "journal.code_used": t("Recovery code of the sealed journal used"),
  "journal.passkey_allowed": t("A passkey may open the sealed journal"),
  "journal.passkey_closed": t("A passkey no longer opens the sealed journal"),
  "trial_key.created": t("Trial keys created"),
  "trial_key.revoked": t("Trial key revoked"),
  "plan.switched": t("Plan switched for testing"),
  "plan.given": t("Plan granted by an administrator"),
  "plan.taken": t("Granted plan withdrawn by an administrator"),
  "plan.refused": t("Change of plan refused"),
  "access.denied": t("Access to the administrators’ area denied"),
  "journal.key_made": t("Key for programs created"),
  "journal.key_revoked": t("Key for programs revoked"),
  "journal.exported": t("Journal exported"),
  "journal.imported": t("Entries imported"),
  ...ADMIN_AUDIT_WORDS,
};
