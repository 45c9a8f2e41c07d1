import * as addresses from "~/addresses";
import type { AuditFilters } from "~/domain/audit/log.server";
import type { Member } from "~/domain/member/member";
import { downloadTickets } from "~/domain/operations/download-ticket.server";
import type { KeyState } from "~/domain/plans/trial-keys/trial-key";
import type { DayRange } from "./figures/range";
import type { UserFilters } from "./users/query";

/** A file of the administrators' area. */
export type AdminFile =
  | { what: "users"; filters: UserFilters }
  | { what: "audit"; filters: AuditFilters }
  | { what: "analytics"; range: DayRange }
  | { what: "trial-keys"; state?: KeyState }
  | { what: "new-keys"; keys: string[] }
  | { what: "backup"; name: string };

export const adminDownloads = downloadTickets<AdminFile>("administration");

/** @returns the address that gives the file, once */
export async function addressOfFile(member: Member, file: AdminFile): Promise<string> {
  return addresses.adminFiguresFile({ ticket: await adminDownloads.issue(member, file) });
}
