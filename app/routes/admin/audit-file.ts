import type { LoaderFunctionArgs } from "@remix-run/node";
import { listAuditEvents } from "~/domain/operations/audit-log.server";
import { adminListCsv } from "~/http/admin-list.server";
import { adminLoader } from "~/http/guards.server";
import { AUDIT_LIST } from "./audit";

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, (context) => adminListCsv(AUDIT_LIST, listAuditEvents, context));
