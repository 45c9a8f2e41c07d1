import { ADMIN_AUDIT_WORDS, type AdminAuditKind } from "./admin-words";

/** The audit log's chain: what each line's hash covers (security S70). */
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
  | "trial_key.created"
  | "trial_key.revoked"
  | "plan.switched"
  | "plan.given"
  | "plan.taken"
  | "plan.refused"
  | "access.denied"
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

/** The hash of what stands before the first line. */
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
  "account.registered": "Account created",
  "account.email_verified": "Email address verified",
  "account.administrator_created": "Administrator created",
  "account.deletion_started": "Deletion of the account asked for",
  "account.deletion_undone": "Deletion of the account taken back",
  "account.deleted": "Account deleted",
  "sign_in.succeeded": "Signed in",
  "sign_in.locked": "Sign-in blocked after failed attempts",
  sign_out: "Signed out",
  "password.changed": "Password changed",
  "password.reset_asked": "Password reset asked for",
  "password.reset": "Password reset",
  "email.change_asked": "Change of email address asked for",
  "email.changed": "Email address changed",
  "session.ended": "Session ended",
  "session.all_ended": "All other sessions ended",
  "two_step.enabled": "Two-step sign-in turned on",
  "two_step.disabled": "Two-step sign-in turned off",
  "two_step.recovery_code_used": "Recovery code used",
  "trial_key.created": "Trial keys created",
  "trial_key.revoked": "Trial key revoked",
  "plan.switched": "Plan switched for testing",
  "plan.given": "Plan given by an administrator",
  "plan.taken": "Given plan taken back by an administrator",
  "plan.refused": "Change of plan refused",
  "access.denied": "Access to the administrators' area denied",
  "journal.exported": "Journal exported",
  "journal.imported": "Entries imported",
  ...ADMIN_AUDIT_WORDS,
};
