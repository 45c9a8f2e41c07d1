import type { ActionFunctionArgs } from "@remix-run/node";
import { describe, expect, it, vi } from "vitest";
import { CoachMessageModel } from "#models/coaches.server";
import { AiCallModel, InsightModel } from "#models/insight.server";
import { JobModel } from "#models/operations.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createMember, createSignedIn, createUser } from "#tests/factories/user";
import { answer, load, post } from "#tests/support/request";
import { checkIntegrity, measureSizes } from "~/domain/administration/database.server";
import { storeMetricCounts } from "~/domain/administration/health/instance-metrics.server";
import { rollUpDays } from "~/domain/administration/statistics/daily-stats.server";
import { DAY } from "~/domain/calendar/durations";
import { memberOfSession } from "~/domain/identity/sessions.server";
import { audit } from "~/domain/operations/audit-log.server";
import { checkClock } from "~/domain/operations/failures.server";
import { runJob } from "~/domain/operations/job-runner.server";
import { consumeToast } from "~/http/cookies.server";
import { now, setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { countMetric, drainMetricCounts } from "~/platform/metrics.server";
import { loader as auditLoader } from "~/routes/admin/audit";
import { loader as indexLoader } from "~/routes/admin/overview";
import { loader as overviewLoader } from "~/routes/admin/settings";
import { loader as fallback } from "~/routes/admin/unknown";
import { loader as adminLoginLoader } from "~/routes/auth/admin-login";

type Figures = { groups: { title: string; figures: { label: string; value: number; note?: string }[] }[] };
const admin = () => createSignedIn({ isAdmin: true });
const overview = (session: string) => load(overviewLoader, "/admin-settings", { session });
const figuresOf = (data: unknown) =>
  Object.fromEntries(
    (data as Figures).groups.flatMap(({ figures }) => figures.map(({ label, value }) => [label, value])),
  );

describe("the administrators' area", () => {
  it('sends a plain user to the dashboard with "Access Denied"', async () => {
    const { secret } = await createSignedIn();
    const result = await overview(secret);
    expect(result).toMatchObject({ status: 302, location: "/dashboard" });
    const cookie = result.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const { toast } = await consumeToast(
      new Request("http://localhost:3000/dashboard", { headers: { Cookie: cookie } }),
    );
    expect(`${toast?.title}: ${toast?.text}`).toBe(
      "Access Denied: You don't have admin privileges to access this area. Redirecting to your dashboard...",
    );
  });

  it("closes after fifteen minutes without use, while the session continues", async () => {
    let time = Date.parse("2026-11-21T10:00:00Z");
    setClock(() => new Date(time));
    const { secret } = await admin();
    const openOverview = async () => (await overview(secret)).location;
    const signInPage = async () =>
      (await load(adminLoginLoader, "/admin-login", { session: secret })).location;
    for (let visits = 0; visits < 3; visits++) {
      time += 14 * 60_000;
      expect(await openOverview()).toBeNull();
    }
    expect(await signInPage()).toBe("/admin-settings");
    time += 15 * 60_000;
    expect(await signInPage()).toBeNull();
    expect(await openOverview()).toBe("/admin-login");
    expect(await memberOfSession(secret)).not.toBeNull();
    // A refused visit does not reopen the area.
    expect(await openOverview()).toBe("/admin-login");
  });

  it("warns on the overview when the clock is behind the last record", async () => {
    vi.spyOn(log, "warn").mockImplementation(() => undefined);
    setClock(() => new Date("2026-11-21T10:00:30Z"));
    const { secret } = await admin();
    const clock = async () => (await overview(secret)).data;
    expect(await clock()).toMatchObject({ clock: null });
    await runJob({ name: "alerts", everyMs: 60_000, run: () => Promise.resolve() });
    setClock(() => new Date("1970-01-01T00:00:40Z"));
    await checkClock();
    expect(await clock()).toMatchObject({
      clock: { says: "1970-01-01 00:00", lastRecord: "2026-11-21 10:00", isCounted: true },
    });
    await JobModel.deleteMany({});
    await checkClock();
  });

  it("counts accounts and sessions", async () => {
    const { secret } = await admin();
    await createUser({ emailVerifiedAt: null });
    const member = await createMember();
    await createEntry(member);
    await createEntry(member);
    const figures = figuresOf((await overview(secret)).data);
    expect(figures).toMatchObject({
      Accounts: 3,
      "Waiting for verification": 1,
      "Open sessions": 1,
    });
  });

  it("counts insights, coach messages and model requests with their share of failures", async () => {
    const { secret, user } = await admin();
    // The overview shows these figures only from five accounts on.
    for (let more = 0; more < 5; more++) await createUser();
    const at = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const insights = ["", "", "timeout", "nothing_held", "no_consent"].map((fallback, week) => ({
      _id: `${user._id}|week-${week}`,
      userId: user._id,
      weekStart: `week-${week}`,
      status: "ready" as const,
      fallback,
      madeAt: at(week === 1 ? 24 * 8 : 2),
    }));
    await InsightModel.insertMany(insights);
    const call = { userId: user._id, feature: "coaches" as const, host: "x", model: "x", expiresAt: at(-1) };
    for (const [n, outcome] of ["ok", "aborted", "timeout", "ok"].entries())
      await AiCallModel.create({ ...call, _id: `call-${n}`, at: at(n === 3 ? 25 : 1), outcome });
    for (const [seq, hours] of [1, 2, 30].entries())
      await CoachMessageModel.create({
        _id: `message-${seq}`,
        userId: user._id,
        threadId: "x",
        seq,
        at: at(hours),
        sealed: Buffer.from("x"),
      });
    drainMetricCounts();
    countMetric("requests", 8);
    countMetric("server_errors");
    countMetric("insight_failures", 2);
    await storeMetricCounts();
    const shown = async () => {
      const { groups } = (await overview(secret)).data as Figures;
      return groups.flatMap(({ figures }) => figures);
    };
    expect(JSON.stringify(await shown())).not.toMatch(/model|Failed requests/);
    Object.assign(env, { AI_BASE_URL: "http://127.0.0.1:9/v1", AI_MODEL: "small" });
    const figures = await shown();
    const line = (label: string) => figures.find((figure) => figure.label === label);
    expect(line("Insights in the last 7 days")?.value).toBe(4);
    expect(line("Fallback to the built-in rules (model failed)")).toMatchObject({
      value: 2,
      note: "50% of 4",
    });
    expect(line("Insights that could not be made in the last 24 hours")?.value).toBe(2);
    expect(line("Coach messages in the last 24 hours")?.value).toBe(2);
    expect(line("Requests to the language model in the last 24 hours")?.value).toBe(3);
    expect(line("Failed requests")).toMatchObject({ value: 1, note: "33.3% of 3" });
    expect(line("Server errors in the last hour")).toMatchObject({ value: 1, note: "12.5% of 8" });
  });

  it("shows the overview at /admin and at unknown paths", async () => {
    const { secret } = await admin();
    for (const loader of [indexLoader, fallback]) {
      expect(await load(loader, "/admin/anything", { session: secret })).toMatchObject({ status: 200 });
    }
  });

  it("lists the audit log page by page, newest first", async () => {
    const { secret, user } = await admin();
    for (let line = 0; line < 60; line++) await audit({ kind: "sign_out", actorId: user._id });
    const page = async (path: string) => {
      return (await load(auditLoader, path, { session: secret })).data as {
        rows: { number: number }[];
        first: string | null;
        next: string | null;
      };
    };
    const first = await page("/admin/audit");
    expect(first.rows).toHaveLength(50);
    expect(first.first).toBeNull();
    const second = await page(first.next ?? "");
    expect(second.rows[0]?.number).toBe((first.rows.at(-1)?.number ?? 0) - 1);
    expect(second).toMatchObject({ first: "/admin/audit", next: null });
    expect(await page("/admin/audit?before=nonsense")).toMatchObject({ first: null, next: first.next });
  });
});

/** Part of every text of the member. The crawl checks the pages, this test the responses to forms. */
const CANARY = "Quokka";
const modules = import.meta.glob<Record<string, (args: ActionFunctionArgs) => unknown>>(
  "/app/routes/admin/**/*.{ts,tsx}",
  { eager: true },
);

describe("the administrators' area", () => {
  it("never returns a member's text in a response to a form", async () => {
    const member = await createMember({ username: "writer" });
    const content = {
      title: `${CANARY} title`,
      body: `${CANARY} body`,
      tags: [`${CANARY}tag`],
      mood: `${CANARY}ish`,
      wordKept: `${CANARY} word`,
      intention: `${CANARY} intention`,
      answers: [{ key: "thanks", text: `${CANARY} answer`, question: `${CANARY} question` }],
    };
    await createEntry(member, { content: content as never, createdAt: new Date(now().getTime() - DAY) });
    await createEntry(member, { content: content as never, status: "draft" });
    await rollUpDays();
    await measureSizes();
    await checkIntegrity();
    const { secret } = await createSignedIn({ isAdmin: true });
    const routes = Object.entries(modules).filter(([, module]) => module.action);
    expect(routes.length).toBeGreaterThan(10);
    for (const [file, { action }] of routes) {
      const params = { userId: String(member.id), action: "end-sessions", "*": "x" };
      if (!action) continue;
      for (const intent of ["export", "verify", "mail", "sizes", "nonsense"]) {
        const args = await post("/admin/x", { intent }, { session: secret, params });
        expect(JSON.stringify(await answer(() => action(args))), file).not.toContain(CANARY);
      }
    }
  }, 120_000);
});
