import { openBackup } from "~/domain/administration/database/backups.server";
import type { AdminFile } from "~/domain/administration/downloads.server";
import { analytics } from "~/domain/administration/figures/analytics.server";
import { figureColumns } from "~/domain/administration/figures/csv";
import { exportLibrary } from "~/domain/administration/library/file.server";
import { everyTrialKey } from "~/domain/administration/trial-keys/read-key.server";
import type { UserLine } from "~/domain/administration/users/line.server";
import { everyUser } from "~/domain/administration/users/list-users.server";
import { everyAuditEvent, type AuditEventLine } from "~/domain/audit/log.server";
import type { TrialKeyLine } from "~/domain/plans/trial-keys/list-trial-keys.server";
import { t } from "~/i18n/t";
import { csvAnswer, type CsvColumns } from "./csv-answer.server";
import { download } from "./download.server";
import { notFound } from "./loaders.server";

/** A file of the administrators' area as it goes to the browser. */
export async function adminFile(wanted: AdminFile): Promise<Response> {
  switch (wanted.what) {
    case "users":
      return csvAnswer("users", USER_COLUMNS, everyUser(wanted.filters));
    case "audit":
      return csvAnswer("audit-log", AUDIT_COLUMNS, everyAuditEvent(wanted.filters));
    case "analytics": {
      const { days, isSmall } = await analytics(wanted.range);
      return csvAnswer("analytics", figureColumns(isSmall), [days]);
    }
    case "trial-keys":
      return csvAnswer("trial-keys", KEY_COLUMNS, everyTrialKey(wanted.state));
    case "new-keys":
      return csvAnswer("new-trial-keys", [[t("key"), (key) => key]], [wanted.keys]);
    case "backup": {
      const file = await openBackup(wanted.name);
      if (!file) throw notFound();
      return download({
        fileName: wanted.name,
        type: "application/octet-stream",
        body: file.stream,
        bytes: file.bytes,
      });
    }
  }
}

/** What the operator has changed in the library, as a file to keep. */
export async function libraryFile(): Promise<Response> {
  const text = `${JSON.stringify(await exportLibrary(), null, 2)}\n`;
  return download({
    fileName: "still-and-know-library.json",
    type: "application/json",
    body: onePiece(text),
  });
}

async function* onePiece(text: string) {
  yield await Promise.resolve(new TextEncoder().encode(text));
}

const USER_COLUMNS: CsvColumns<UserLine> = [
  [t("number"), (user) => user.id],
  [t("username"), (user) => user.username],
  [t("email"), (user) => user.email],
  [t("plan"), (user) => user.tier],
  [t("plan from"), (user) => user.planSource],
  [t("verified"), (user) => user.isVerified],
  [t("state"), (user) => user.status],
  [t("administrator"), (user) => user.isAdmin],
  [t("created"), (user) => user.createdAt.toISOString()],
  [t("not used for a year"), (user) => user.isUnused],
];

const AUDIT_COLUMNS: CsvColumns<AuditEventLine> = [
  [t("line"), ({ number }) => number],
  [t("when"), ({ at }) => at.toISOString()],
  [t("what"), ({ words }) => words],
  [t("by user"), ({ actorId }) => actorId ?? ""],
  [t("concerns user"), ({ subjectId }) => subjectId ?? ""],
];

const KEY_COLUMNS: CsvColumns<TrialKeyLine> = [
  [t("key"), (key) => key.masked],
  [t("plan"), (key) => key.tier],
  [t("days"), (key) => key.days],
  [t("state"), (key) => key.state],
  [t("redeemed"), (key) => key.redeemed],
  [t("of"), (key) => key.maxRedemptions],
  [t("by users"), (key) => key.redemptions.map(({ userId }) => userId).join(" ")],
  [t("expires"), (key) => key.expiresAt?.toISOString() ?? ""],
  [t("note"), (key) => key.note],
  [t("created"), (key) => key.createdAt.toISOString()],
];
