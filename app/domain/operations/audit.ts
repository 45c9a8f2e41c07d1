import { SIGN_IN_METHODS, type SignInMethod } from "~/domain/member/member";
import { t } from "~/i18n/t";

/** Labels of administrators' actions, which the members concerned see among their security events. */
const ADMIN_AUDIT_LABELS = {
  "admin.verification_resent": t("Verification link sent again by an administrator"),
  "admin.reset_mailed": t("Password reset emailed by an administrator"),
  "admin.account_locked": t("Account locked by an administrator"),
  "admin.account_unlocked": t("Account unlocked by an administrator"),
  "admin.sessions_ended": t("All sessions ended by an administrator"),
  "admin.made_administrator": t("Made an administrator"),
  "admin.administrator_removed": t("No longer an administrator"),
  "admin.made_writer": t("May write ways"),
  "admin.writer_removed": t("No longer writes ways"),
  "admin.made_keeper": t("May keep the prayer list"),
  "admin.keeper_removed": t("No longer keeps the prayer list"),
  "admin.prayer_request_shortened": t("Prayer request shortened"),
  "admin.prayer_request_removed": t("Prayer request removed"),
  "admin.way_saved": t("Way saved"),
  "admin.way_removed": t("Way removed"),
  "admin.users_exported": t("User list exported"),
  "admin.audit_exported": t("Audit log exported"),
  "admin.audit_verified": t("Audit log checked"),
  "admin.keys_exported": t("Trial key list exported"),
  "admin.alert_acknowledged": t("Alert acknowledged"),
  "admin.alert_resolved": t("Alert resolved"),
  "admin.alert_noted": t("Note added to an alert"),
  "admin.alert_rule_changed": t("Alert rule changed"),
  "admin.backup_made": t("Backup created"),
  "admin.backup_downloaded": t("Backup downloaded"),
  "admin.backup_removed": t("Backup removed"),
  "admin.keys_shown": t("Encryption keys printed"),
  "admin.indexes_made": t("Missing indexes created"),
  "admin.integrity_checked": t("Database integrity checked"),
  "admin.job_run": t("Job started by an administrator"),
  "admin.mail_tested": t("Test email sent"),
  "admin.ai_tested": t("AI endpoint tested"),
  "admin.prompt_saved": t("Prompt saved"),
  "admin.prompt_removed": t("Prompt removed"),
  "admin.prompt_retired": t("Prompt retired"),
  "admin.prompt_returned": t("Prompt restored"),
  "admin.prompts_imported": t("Prompts imported"),
  "admin.passage_retired": t("Passage retired"),
  "admin.passage_returned": t("Passage restored"),
  "admin.let_in": t("Approved by an administrator"),
  "admin.reset_link_made": t("Link for a new password made by an administrator"),
  "admin.house_changed": t("Site settings changed"),
  "admin.figures_exported": t("Figures exported"),
  "admin.hand_over_started": t("Hand-over of a journal started by an administrator"),
} as const;

export type AdminAuditKind = keyof typeof ADMIN_AUDIT_LABELS;

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
  | "journal.imported"
  | "legacy.chosen"
  | "legacy.warned"
  | "legacy.mail_refused"
  | "legacy.undone"
  | "legacy.destroyed"
  | "legacy.handed_over"
  | "legacy.downloaded";

export type AuditLine = {
  number: number;
  at: Date;
  kind: string;
  actorId: number | null;
  subjectId: number | null;
  details: Record<string, string | number | boolean>;
  previousHash: string;
};

/** `previousHash` of the first line. */
export const GENESIS_HASH = "0".repeat(64);

/** Canonical form that a line's hash covers; the order of `details` does not matter. */
export function canonicalAuditLine(line: AuditLine): string {
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

const AUDIT_LABELS: Record<AuditKind, string> = {
  "account.registered": t("Account created"),
  "account.email_verified": t("Email address verified"),
  "account.administrator_created": t("Administrator created"),
  "account.deletion_started": t("Account deletion requested"),
  "account.deletion_undone": t("Account deletion undone"),
  "account.deleted": t("Account deleted"),
  "sign_in.succeeded": t("Signed in"),
  "sign_in.locked": t("Sign-in blocked after failed attempts"),
  "sign_in.refused": t("Single sign-on refused"),
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
  "provider.linked": t("Single sign-on connected"),
  "provider.unlinked": t("Single sign-on disconnected"),
  "provider.signed_out": t("Signed out by single sign-on"),
  "passkey.added": t("Passkey added"),
  "passkey.removed": t("Passkey removed"),
  "passkey.refused": t("A passkey was not added, because what the browser sent was wrong"),
  "passkey.counter_back": t("A passkey that may have been copied was refused"),
  "invitation.created": t("Invitation created"),
  "invitation.withdrawn": t("Invitation withdrawn"),
  "journal.sealed": t("Journal sealed"),
  "journal.unsealed": t("Journal unsealed"),
  "journal.beginning_asked": t("Journal reset requested: the sealed text will be destroyed"),
  "journal.beginning_undone": t("New beginning undone: the journal was opened, or kept by its owner"),
  "journal.begun_again": t("Sealed text destroyed; journal started over"),
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
  "legacy.chosen": t("“If I am no longer here” changed"),
  "legacy.warned": t("Email sent before a journal is destroyed"),
  "legacy.mail_refused": t("An email about “If I am no longer here” was refused; nothing was done"),
  "legacy.undone": t("“If I am no longer here” undone: the owner was here"),
  "legacy.destroyed": t("Journal destroyed, as its owner had chosen"),
  "legacy.handed_over": t("Link to a journal sent, as its owner had chosen"),
  "legacy.downloaded": t("Journal downloaded by the person its owner had chosen"),
  ...ADMIN_AUDIT_LABELS,
};

const SIGNED_IN_BY: Record<SignInMethod, string> = {
  provider: t("Signed in with single sign-on"),
  passkey: t("Signed in with a passkey"),
};
const REFUSED_BY: Record<SignInMethod, string> = {
  provider: AUDIT_LABELS["sign_in.refused"],
  passkey: t("Sign-in with a passkey refused"),
};

/** Label of an event; sign-ins and refused sign-ins name the method if it was not the password. */
export function describeAuditEvent({ kind, details }: Pick<AuditLine, "kind" | "details">): string {
  if (kind === "sign_in.succeeded" && details.unlocked) return t("Opened after it was locked");
  const method = SIGN_IN_METHODS.find((way) => way === details.way);
  if (method && kind === "sign_in.succeeded") return SIGNED_IN_BY[method];
  if (method && kind === "sign_in.refused") return REFUSED_BY[method];
  return AUDIT_LABELS[kind as AuditKind] ?? kind;
}

export const AUDIT_KIND_CHOICES = (Object.entries(AUDIT_LABELS) as [AuditKind, string][]).sort(
  ([, a], [, b]) => a.localeCompare(b, "en"),
);
