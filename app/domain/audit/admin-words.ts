import { t } from "~/i18n/t";

/** What administrators do, in words for the audit log. A person reads those that concern them among their security events. */
export const ADMIN_AUDIT_WORDS = {
  "admin.verification_resent": t("Verification link sent again by an administrator"),
  "admin.reset_mailed": t("Password reset emailed by an administrator"),
  "admin.account_locked": t("Account locked by an administrator"),
  "admin.account_unlocked": t("Account unlocked by an administrator"),
  "admin.sessions_ended": t("All sessions ended by an administrator"),
  "admin.made_administrator": t("Made an administrator"),
  "admin.administrator_removed": t("No longer an administrator"),
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
  "admin.house_changed": t("The house changed"),
  "admin.figures_exported": t("Figures exported"),
} as const;

export type AdminAuditKind = keyof typeof ADMIN_AUDIT_WORDS;
