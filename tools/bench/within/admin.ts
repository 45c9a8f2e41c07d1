import { UserModel } from "#models/user.server";
import { listAlerts, listRules, openAlerts } from "~/domain/administration/alerts/alerts.server";
import { lastBackup } from "~/domain/administration/database/backups.server";
import { databasePage } from "~/domain/administration/database/database.server";
import { measureSizes } from "~/domain/administration/database/integrity.server";
import { health } from "~/domain/administration/health/health.server";
import { overview } from "~/domain/administration/health/overview.server";
import { readLibrary } from "~/domain/administration/library/library.server";
import { analytics, rollUpDays } from "~/domain/administration/statistics/daily-stats.server";
import { scriptureStats } from "~/domain/administration/statistics/scripture-stats.server";
import { listUsers, readUser } from "~/domain/administration/users/users.server";
import { listAuditEvents } from "~/domain/audit/log.server";
import { listTrialKeys } from "~/domain/plans/trial-keys/list-trial-keys.server";
import { inTurn, load, show, told, watched } from "../../measure.mjs";
import { fillHouse, type Size } from "./house";

/** What each page of the administrators may take, on the embedded engine. */
const LIMIT_MS = 300;

/** The reading of every page, as its loader does it. */
const pages = (middle: number): Record<string, () => Promise<unknown>> => ({
  overview: () => Promise.all([overview(), openAlerts(), lastBackup()]),
  "users, first page": () => listUsers({}),
  "users, a page in the middle": () => listUsers({}, String(middle)),
  "users, search": () => listUsers({ q: "person_1" }),
  "users, search among the unverified": () => listUsers({ q: "person_", verified: "no" }),
  "users, locked": () => listUsers({ status: "locked" }),
  "users, Formation Plan": () => listUsers({ tier: "tier2" }),
  "a user": () => readUser(middle),
  "trial keys, unused": () => listTrialKeys({ state: "unused" }),
  "analytics, 30 days": () => analytics(30),
  "analytics, 365 days": () => analytics(365),
  alerts: () => Promise.all([openAlerts(), listAlerts({}), listRules()]),
  database: () => databasePage(),
  "system health": () => health(),
  "Scripture analytics, 365 days": () => scriptureStats(365),
  "prompts and passages": () => readLibrary(),
  "audit log, one kind": () => listAuditEvents({ kind: "sign_in.locked" }),
  "audit log, one user": () => listAuditEvents({ user: middle }),
});

const measure = (size: Size) => inTurn(pages(Math.floor(size.users / 2)), { rounds: 3 });

/**
 * What each page of the administrators reads, once with a hundredth of the people and entries and once with all of them:
 * what grows with the house is seen.
 */
export async function admin(isShort: boolean): Promise<string> {
  const users = isShort ? 1_000 : 10_000;
  const large: Size = { users, entries: users * 20 };
  const small: Size = { users: users / 100, entries: users / 5 };
  const now = new Date();
  await fillHouse(small, now);
  await rollUpDays();
  const few = await measure(small);
  for (const model of Object.values(UserModel.db.models)) await model.deleteMany({});
  await fillHouse(large, now);
  const rolled = await watched(() => rollUpDays());
  await measureSizes();
  const many = await measure(large);
  const slow = Object.keys(many).filter((name) => (many[name]?.median ?? 0) > LIMIT_MS);
  return [
    `the administrators' pages: ${users} users, ${large.entries} entries; before: a hundredth of it; ${load()}`,
    ...Object.entries(many).map(([name, spread]) =>
      told(`${name}, ms`, `${show(spread).padEnd(22)} before ${few[name]?.median.toFixed(1)}`),
    ),
    told("365 days rolled up, s", rolled.seconds.toFixed(1)),
    slow.length === 0 ? `every page within ${LIMIT_MS} ms` : `longer than ${LIMIT_MS} ms: ${slow.join(", ")}`,
  ].join("\n");
}
