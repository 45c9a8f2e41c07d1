import { AUDIT_WORDS, type AuditKind } from "./chain";

/** Every kind of event with its words, in the order of the words. */
export const EVENT_KINDS = (Object.entries(AUDIT_WORDS) as [AuditKind, string][]).sort(([, a], [, b]) =>
  a.localeCompare(b, "en"),
);
