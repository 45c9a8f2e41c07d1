import { loadavg } from "node:os";
import { performance } from "node:perf_hooks";
import { UserModel } from "#models/user.server";
import { listAlerts, listRules, openAlerts } from "~/domain/administration/alerts/alerts.server";
import { lastBackup } from "~/domain/administration/database/backups.server";
import { databasePage } from "~/domain/administration/database/database.server";
import { measureSizes } from "~/domain/administration/database/integrity.server";
import { analytics } from "~/domain/administration/figures/analytics.server";
import { rollUpDays } from "~/domain/administration/figures/roll-up.server";
import { previewDay, scriptureFigures } from "~/domain/administration/figures/scripture-figures.server";
import { health } from "~/domain/administration/health/health.server";
import { readLibrary } from "~/domain/administration/library/library.server";
import { overview } from "~/domain/administration/overview.server";
import { listUsers } from "~/domain/administration/users/list-users.server";
import type { UserCursor, UserFilters } from "~/domain/administration/users/query";
import { readUser } from "~/domain/administration/users/read-user.server";
import { listAuditEvents } from "~/domain/audit/log.server";
import { listTrialKeys } from "~/domain/plans/trial-keys/list-trial-keys.server";
import { fill, type Size } from "./bench-admin-fill";
import { CommandError } from "./command-error";

/** What each page of the administrators may take, on the embedded engine. */
const LIMIT_MS = 300;
const TIMES = 9;

const users = async (filters: UserFilters, cursor?: UserCursor) => {
  await listUsers(filters, cursor);
};

/** The reading of every page, as its loader does it. */
const pages = (middle: number): Record<string, () => Promise<unknown>> => ({
  overview: () => Promise.all([overview(), openAlerts(), lastBackup()]),
  "users, first page": () => users({}),
  "users, a page in the middle": () => users({}, { by: "id", before: middle }),
  "users, search": () => users({ q: "person_1" }),
  "users, search among the unverified": () => users({ q: "person_", verified: "no" }),
  "users, locked": () => users({ status: "locked" }),
  "users, Formation Plan": () => users({ tier: "tier2" }),
  "users, administrators": () => users({ admin: true }),
  "a user": () => readUser(middle),
  "trial keys": () => listTrialKeys({}),
  "trial keys, unused": () => listTrialKeys({ state: "unused" }),
  "trial keys, revoked": () => listTrialKeys({ state: "revoked" }),
  "analytics, 30 days": () => analytics(30),
  "analytics, 365 days": () => analytics(365),
  alerts: () => Promise.all([openAlerts(), listAlerts({}), listRules()]),
  database: () => databasePage(null),
  "database, all entries counted": () => databasePage("all:entries"),
  "database, drafts counted": () => databasePage("journalEntries:status:draft"),
  "system health": () => health(),
  "Scripture analytics, 30 days": () => scriptureFigures(30),
  "Scripture analytics, 365 days": () => scriptureFigures(365),
  "a day of the plans": () => Promise.resolve(previewDay("2026-12-25")),
  "prompts and passages": () => readLibrary(),
  "audit log": () => listAuditEvents({}),
  "audit log, one kind": () => listAuditEvents({ kind: "sign_in.locked" }),
  "audit log, one user": () => listAuditEvents({ user: middle }),
});

/** How long it took, and how long the processor was busy with it, the database included. */
type Turn = { ms: number; busy: number };
type Times = Record<string, Turn[]>;

async function measure(size: Size): Promise<Times> {
  const rows = pages(Math.floor(size.users / 2));
  const times: Times = {};
  for (const read of Object.values(rows)) await read();
  for (let turn = 0; turn < TIMES; turn++)
    for (const [name, read] of Object.entries(rows)) {
      const [started, processor] = [performance.now(), process.cpuUsage()];
      await read();
      const { user, system } = process.cpuUsage(processor);
      (times[name] ??= []).push({ ms: performance.now() - started, busy: (user + system) / 1000 });
    }
  return times;
}

const sorted = (turns: readonly Turn[] = [], of: keyof Turn = "ms") =>
  turns.map((turn) => turn[of]).sort((a, b) => a - b);
const median = (turns?: readonly Turn[], of?: keyof Turn) => sorted(turns, of)[Math.floor(TIMES / 2)] ?? 0;

async function empty(): Promise<void> {
  for (const model of Object.values(UserModel.db.models)) await model.deleteMany({});
}

/**
 * `npm run bench`, its part about the administrators' area: what each page reads, once with a hundredth of the people and
 * entries and once with all of them. Needs a separate, empty database.
 */
export async function benchAdmin([count = "10000"]: string[]): Promise<string> {
  if (await UserModel.exists({})) throw new CommandError("This needs an empty database.");
  const large: Size = { users: Number(count), entries: Number(count) * 20 };
  if (!Number.isInteger(large.users) || large.users < 1000) throw new CommandError("At least 1000 users.");
  const small: Size = { users: large.users / 100, entries: large.entries / 100 };
  const now = new Date();
  await fill(small, now);
  await rollUpDays();
  const few = await measure(small);
  await empty();
  await fill(large, now);
  const begun = performance.now();
  await rollUpDays();
  const rolled = performance.now() - begun;
  await measureSizes();
  const many = await measure(large);
  const slow = Object.keys(many).filter((name) => median(many[name]) > LIMIT_MS);
  return [
    `the administrators' pages: ${large.users} users, ${large.entries} entries (before: a hundredth of it)`,
    `load average ${loadavg()[0]?.toFixed(1)}, ${TIMES} turns; median (shortest–longest), processor, before`,
    ...Object.entries(many).map(([name, turns]) => {
      const times = sorted(turns);
      const range = `(${times[0]?.toFixed(1)}–${times.at(-1)?.toFixed(1)})`;
      return `${name.padEnd(36)} ${median(turns).toFixed(1).padStart(7)} ms ${range.padEnd(16)} ${median(turns, "busy").toFixed(1).padStart(6)} ${median(few[name], "busy").toFixed(1).padStart(6)}`;
    }),
    `365 days rolled up: ${(rolled / 1000).toFixed(1)} s`,
    slow.length === 0 ? `every page within ${LIMIT_MS} ms` : `longer than ${LIMIT_MS} ms: ${slow.join(", ")}`,
  ].join("\n");
}
