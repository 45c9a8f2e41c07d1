import { beforeEach, describe, expect, it } from "vitest";
import { AlertModel, AlertWatchModel } from "#models/alert.server";
import { OutgoingMailModel } from "#models/reminders.server";
import { MetricMinuteModel } from "#models/statistics.server";
import { createMember, createUser } from "#tests/factories/user";
import {
  changeAlertState,
  checkAlerts,
  listAlerts,
  listOpenAlerts,
  listRules,
  readAlert,
} from "~/domain/administration/alerts/alerts.server";
import { recordBackup } from "~/domain/administration/backups.server";
import { storeMetricCounts, sumMetric } from "~/domain/administration/health/instance-metrics.server";
import { setClock } from "~/platform/clock";
import { countMetric, countRequest, drainMetricCounts } from "~/platform/metrics.server";

const START = Date.UTC(2026, 10, 21, 9, 0);
let minute = 0;
const at = (minutes: number) => {
  minute = minutes;
  setClock(() => new Date(START + minutes * 60_000));
};
const errors = (count: number) => countMetric("server_errors", count);

beforeEach(async () => {
  drainMetricCounts();
  at(0);
  await recordBackup(1);
});

/** Advances the clock by a minute with `count` server errors and runs the check. */
async function check(count: number): Promise<void> {
  at(minute + 1);
  if (count > 0) errors(count);
  await checkAlerts();
}

async function checks(count: number, minutes: number): Promise<void> {
  for (let done = 0; done < minutes; done++) await check(count);
}

describe("counts by the minute", () => {
  it("add up over several processes and minutes", async () => {
    errors(2);
    countMetric("sign_in_failures");
    await storeMetricCounts();
    errors(3);
    await Promise.all([storeMetricCounts(), storeMetricCounts()]);
    at(1);
    errors(1);
    await storeMetricCounts();
    expect(await sumMetric("server_errors", 5)).toBe(6);
    expect(await sumMetric("server_errors", 1)).toBe(1);
    expect(await sumMetric("sign_in_failures", 5)).toBe(1);
    at(9);
    expect(await sumMetric("server_errors", 5)).toBe(0);
    expect(await MetricMinuteModel.countDocuments({ metric: "server_errors" })).toBe(2);
  });
});

it("does not count client errors as server errors", () => {
  for (const status of [400, 401, 403, 404, 405, 413, 415, 429]) countRequest("POST", "/contact", status, 1);
  expect(drainMetricCounts().has("server_errors")).toBe(false);
  countRequest("POST", "/contact", 500, 1);
  expect(drainMetricCounts().get("server_errors")).toBe(1);
});

describe("alerts", () => {
  it(
    "open after two bad checks, are emailed to each administrator once, and end after ten good ones",
    { tags: ["release"] },
    async () => {
      await createUser({ isAdmin: true, email: "one@example.test" });
      await createUser({ isAdmin: true, email: "two@example.test" });
      await createUser({ isAdmin: true, status: "locked" });
      await createUser();
      await check(11);
      expect(await listOpenAlerts()).toEqual([]);
      await checks(4, 3);
      expect(await listOpenAlerts()).toMatchObject([
        { rule: "server-errors", state: "open", severity: "critical" },
      ]);
      expect(await OutgoingMailModel.countDocuments({ kind: "alert" })).toBe(2);
      await checks(4, 5);
      expect(await AlertModel.countDocuments({})).toBe(1);
      await checks(0, 20);
      expect(await listOpenAlerts()).toEqual([]);
      const [alert] = await AlertModel.find({}).lean();
      expect(alert?.history.map(({ what }) => what)).toEqual(["opened", "calmed"]);
      expect(alert?.worst).toBeGreaterThan(10);
      expect(await OutgoingMailModel.countDocuments({ kind: "alert" })).toBe(4);
    },
  );

  it("are acknowledged and resolved once each, with both steps in the history", async () => {
    const administrator = await createMember({ isAdmin: true });
    await checks(11, 2);
    const id = (await listOpenAlerts())[0]?.id ?? "";
    const moves = await Promise.all(
      Array.from({ length: 5 }, () => changeAlertState(administrator, id, "acknowledge")),
    );
    expect(moves.filter(Boolean)).toHaveLength(1);
    expect(await changeAlertState(administrator, id, "resolve")).toBe(true);
    expect(await changeAlertState(administrator, id, "resolve")).toBe(false);
    expect(await changeAlertState(administrator, "nothing", "resolve")).toBe(false);
    const alert = await readAlert(id);
    expect(alert?.history.map(({ what, by }) => [what, by])).toEqual([
      ["opened", null],
      ["acknowledged", administrator.id],
      ["resolved", administrator.id],
    ]);
  });

  it("open again after two bad checks when resolved during the problem", async () => {
    const administrator = await createMember({ isAdmin: true });
    await checks(11, 2);
    await changeAlertState(administrator, (await listOpenAlerts())[0]?.id ?? "", "resolve");
    await check(11);
    expect(await listOpenAlerts()).toEqual([]);
    await check(11);
    expect(await listOpenAlerts()).toHaveLength(1);
  });

  it("leave out the notes of old records", async () => {
    const at = new Date(START);
    await AlertModel.collection.insertOne({
      _id: "old" as never,
      ...{ rule: "server-errors", severity: "critical", state: "resolved", openedAt: at, resolvedAt: at },
      ...{ value: 11, worst: 12, threshold: 10 },
      history: [
        { at, what: "opened", by: null, note: "" },
        { at, what: "noted", by: 1, note: "The disk was slow" },
        { at, what: "resolved", by: 1, note: "Done" },
      ],
    });
    expect((await readAlert("old"))?.history).toEqual([
      { at, what: "opened", by: null },
      { at, what: "resolved", by: 1 },
    ]);
  });

  it("open once when a check crashed between its two writes", async () => {
    await checks(11, 2);
    await AlertWatchModel.updateOne({ _id: "server-errors" }, { $set: { alertId: null } });
    await check(11);
    expect(await AlertModel.countDocuments({})).toBe(1);
    expect((await AlertWatchModel.findById("server-errors").lean())?.alertId).not.toBeNull();
  });

  it("ignore the settings of a removed rule editor in old records", async () => {
    await AlertWatchModel.collection.insertOne({
      _id: "server-errors" as never,
      ...{ threshold: 500, enabled: false, mail: false, breaching: 0, calm: 0, alertId: null, hushed: true },
    });
    await createUser({ isAdmin: true });
    await checks(11, 2);
    expect(await listOpenAlerts()).toMatchObject([{ rule: "server-errors", threshold: 10 }]);
    expect(await OutgoingMailModel.countDocuments({ kind: "alert" })).toBe(1);
  });

  it("have a value for every rule after a check", async () => {
    await check(0);
    const rules = await listRules();
    expect(rules.filter(({ value }) => value === null).map(({ key }) => key)).toEqual([]);
    expect(rules.every(({ isStanding }) => !isStanding)).toBe(true);
  });

  it("open for an old backup and end after a new one", async () => {
    at(49 * 60);
    await checks(0, 2);
    expect(await listOpenAlerts()).toMatchObject([{ rule: "backup-age" }]);
    await recordBackup(1);
    await checks(0, 10);
    expect(await listOpenAlerts()).toEqual([]);
  });

  it("appear in a paginated list", async () => {
    await AlertModel.insertMany(
      Array.from({ length: 12 }, (_, n) => ({
        _id: `alert-${String(n).padStart(2, "0")}`,
        rule: "server-errors",
        severity: "critical",
        state: "resolved",
        openedAt: new Date(START + Math.floor(n / 3) * 1000),
        value: 11,
        worst: 11,
        threshold: 10,
      })),
    );
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listAlerts>> = await listAlerts(
        { rule: "server-errors" },
        cursor,
        5,
      );
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.next;
    } while (cursor !== null);
    expect(seen).toEqual([...seen].sort().reverse());
    expect(seen).toHaveLength(12);
  });
});
