import { verifyAuditLog } from "~/domain/operations/audit-log.server";
import { CommandError } from "./command-error";

/** `npm run audit:verify`: verifies the hash chain of the audit log. */
export async function auditVerify(): Promise<string> {
  const { lines, brokenAt } = await verifyAuditLog();
  if (brokenAt !== null)
    throw new CommandError(`The audit log is broken: line ${brokenAt} is altered, missing or out of place.`);
  return `The audit log is whole: ${lines} lines.`;
}
