import { z } from "zod";
import { t } from "~/i18n/t";
import { AUDIT_WORDS, type AuditKind } from "./chain";

/** Every kind of event with its words, in the order of the words. */
export const EVENT_KINDS = (Object.entries(AUDIT_WORDS) as [AuditKind, string][]).sort(([, a], [, b]) =>
  a.localeCompare(b, "en"),
);

/** Filters of the audit log from its address; what makes no sense is left out. */
export function auditFiltersFrom(query: URLSearchParams): { kind?: AuditKind; user?: number } {
  const user = query.get("user") ?? "";
  return {
    kind: EVENT_KINDS.find(([kind]) => kind === query.get("kind"))?.[0],
    user: /^\d{1,15}$/.test(user) ? Number(user) : undefined,
  };
}

export const AuditActionSchema = z.object({
  intent: z.enum(["verify", "export"], t("Please use the buttons on this page.")),
});
