import { listAuditEvents } from "~/domain/audit/log.server";
import { adminListCsv } from "~/http/admin-list.server";
import { AUDIT_LIST } from "./audit";

export const loader = adminListCsv(AUDIT_LIST, listAuditEvents);
