import { chainWords } from "~/words/audit/chain";
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
  "account.registered": chainWords.accountCreated,
  "account.email_verified": chainWords.emailAddressVerified,
  "account.administrator_created": chainWords.administratorCreated,
  "account.deletion_started": chainWords.deletionOfTheAccountAskedFor,
  "account.deletion_undone": chainWords.deletionOfTheAccountTaken,
  "account.deleted": chainWords.accountDeleted,
  "sign_in.succeeded": chainWords.signedIn,
  "sign_in.locked": chainWords.signInBlockedAfterFailed,
  sign_out: chainWords.signedOut,
  "password.changed": chainWords.passwordChanged,
  "password.reset_asked": chainWords.passwordResetAskedFor,
  "password.reset": chainWords.passwordReset,
  "email.change_asked": chainWords.changeOfEmailAddressAskedFor,
  "email.changed": chainWords.emailAddressChanged,
  "session.ended": chainWords.sessionEnded,
  "session.all_ended": chainWords.allOtherSessionsEnded,
  "two_step.enabled": chainWords.twoStepSignInTurnedOn,
  "two_step.disabled": chainWords.twoStepSignInTurnedOff,
  "two_step.recovery_code_used": chainWords.recoveryCodeUsed,
  "trial_key.created": chainWords.trialKeysCreated,
  "trial_key.revoked": chainWords.trialKeyRevoked,
  "plan.switched": chainWords.planSwitchedForTesting,
  "plan.given": chainWords.planGivenByAnAdministrator,
  "plan.taken": chainWords.givenPlanTakenBack,
  "plan.refused": chainWords.changeOfPlanRefused,
  "access.denied": chainWords.accessToTheAdministratorsArea,
  "journal.exported": chainWords.journalExported,
  "journal.imported": chainWords.entriesImported,
  ...ADMIN_AUDIT_WORDS,
};
