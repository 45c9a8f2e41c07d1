import { adminWords } from "~/words/audit/admin-words";

/** What administrators do, in words for the audit log. A person reads those that concern them among their security events. */
export const ADMIN_AUDIT_WORDS = {
  "admin.verification_resent": adminWords.verificationLinkSentAgain,
  "admin.reset_mailed": adminWords.passwordResetMailed,
  "admin.account_locked": adminWords.accountLockedByAnAdministrator,
  "admin.account_unlocked": adminWords.accountUnlockedByAnAdministrator,
  "admin.sessions_ended": adminWords.allSessionsEnded,
  "admin.made_administrator": adminWords.madeAnAdministrator,
  "admin.administrator_removed": adminWords.noLongerAnAdministrator,
  "admin.users_exported": adminWords.listOfUsersSaved,
  "admin.audit_exported": adminWords.auditLogSavedAsAFile,
  "admin.audit_verified": adminWords.auditLogChecked,
  "admin.keys_exported": adminWords.listOfTrialKeysSaved,
  "admin.alert_acknowledged": adminWords.alertAcknowledged,
  "admin.alert_resolved": adminWords.alertResolved,
  "admin.alert_noted": adminWords.noteAddedToAnAlert,
  "admin.alert_rule_changed": adminWords.alertRuleChanged,
  "admin.backup_made": adminWords.backupMade,
  "admin.backup_downloaded": adminWords.backupDownloaded,
  "admin.backup_removed": adminWords.backupRemoved,
  "admin.indexes_made": adminWords.missingIndexesMade,
  "admin.integrity_checked": adminWords.integrityOfTheDatabaseChecked,
  "admin.job_run": adminWords.jobBegunByAnAdministrator,
  "admin.mail_tested": adminWords.testMailSent,
  "admin.ai_tested": adminWords.aiEndpointTested,
  "admin.prompt_saved": adminWords.promptSaved,
  "admin.prompt_removed": adminWords.promptRemoved,
  "admin.prompt_retired": adminWords.promptRetired,
  "admin.prompt_returned": adminWords.promptBroughtBack,
  "admin.prompts_imported": adminWords.promptsImported,
  "admin.passage_retired": adminWords.passageRetired,
  "admin.passage_returned": adminWords.passageBroughtBack,
  "admin.figures_exported": adminWords.figuresSavedAsAFile,
} as const;

export type AdminAuditKind = keyof typeof ADMIN_AUDIT_WORDS;
