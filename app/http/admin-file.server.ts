import { openBackup } from "~/domain/administration/database/backups.server";
import type { AdminFile } from "~/domain/administration/downloads.server";
import { analytics } from "~/domain/administration/figures/analytics.server";
import { csvLine, FIGURES_HEAD } from "~/domain/administration/figures/csv";
import type { DayRange } from "~/domain/administration/figures/range";
import { exportLibrary } from "~/domain/administration/library/file.server";
import { everyTrialKey } from "~/domain/administration/trial-keys/read-key.server";
import { everyUser } from "~/domain/administration/users/list-users.server";
import type { UserFilters } from "~/domain/administration/users/query";
import { everyAuditEvent, type AuditFilters } from "~/domain/audit/log.server";
import type { KeyState } from "~/domain/plans/trial-keys/trial-key";
import { t } from "~/i18n/t";
import { csvAnswer, inOnePage } from "./csv-answer.server";
import { download } from "./download.server";
import { notFound } from "./loaders.server";

/** A file of the administrators' area as it goes to the browser. */
export async function adminFile(wanted: AdminFile): Promise<Response> {
  switch (wanted.what) {
    case "users":
      return csvAnswer("users", USER_HEAD, userRows(wanted.filters));
    case "audit":
      return csvAnswer("audit-log", AUDIT_HEAD, auditRows(wanted.filters));
    case "analytics":
      return csvAnswer("analytics", FIGURES_HEAD, inOnePage(await figureRows(wanted.range)));
    case "trial-keys":
      return csvAnswer("trial-keys", KEY_HEAD, keyRows(wanted.state));
    case "new-keys":
      return csvAnswer("new-trial-keys", [t("key")], inOnePage(wanted.keys.map((key) => [key])));
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

const USER_HEAD = [
  t("number"),
  t("username"),
  t("email"),
  t("plan"),
  t("plan from"),
  t("verified"),
  t("state"),
  t("administrator"),
  t("created"),
  t("not used for a year"),
];

async function* userRows(filters: UserFilters) {
  for await (const users of everyUser(filters)) {
    yield users.map((user) => [
      user.id,
      user.username,
      user.email,
      user.tier,
      user.planSource,
      user.isVerified,
      user.status,
      user.isAdmin,
      user.createdAt.toISOString(),
      user.isUnused,
    ]);
  }
}

async function figureRows(range: DayRange) {
  const { days, isSmall } = await analytics(range);
  return days.map((day) => csvLine(day, isSmall));
}

const AUDIT_HEAD = [t("line"), t("when"), t("what"), t("by user"), t("concerns user")];

async function* auditRows(filters: AuditFilters) {
  for await (const events of everyAuditEvent(filters)) {
    yield events.map(({ number, at, words, actorId, subjectId }) => [
      number,
      at.toISOString(),
      words,
      actorId ?? "",
      subjectId ?? "",
    ]);
  }
}

const KEY_HEAD = [
  t("key"),
  t("plan"),
  t("days"),
  t("state"),
  t("redeemed"),
  t("of"),
  t("by users"),
  t("expires"),
  t("note"),
  t("created"),
];

async function* keyRows(state: KeyState | undefined) {
  for await (const keys of everyTrialKey(state)) {
    yield keys.map((key) => [
      key.masked,
      key.tier,
      key.days,
      key.state,
      key.redeemed,
      key.maxRedemptions,
      key.redemptions.map(({ userId }) => userId).join(" "),
      key.expiresAt?.toISOString() ?? "",
      key.note,
      key.createdAt.toISOString(),
    ]);
  }
}
