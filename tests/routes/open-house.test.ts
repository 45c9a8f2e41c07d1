import { afterEach, describe, expect, it } from "vitest";
import { PlanChangeModel } from "#models/plan-change.server";
import { UserModel } from "#models/user.server";
import { everyRecordOf } from "#tests/factories/every-record";
import { createSignedIn, createUser } from "#tests/factories/user";
import { wholeApplication } from "#tests/support/whole-application";
import { MEMBER_PAGES, PUBLIC_PAGES } from "#tests/support/every-page";
import { PARAMS, VISITS, filled, pathOf } from "#tests/support/every-visit";
import { answer, visit } from "#tests/support/request";
import { listUsers } from "~/domain/administration/users/list-users.server";
import { analytics } from "~/domain/administration/figures/analytics.server";
import { memberFrom } from "~/domain/member/member-from-record.server";
import { settlePlans } from "~/domain/plans/changes/settle-plans.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { loader as root } from "~/root";

afterEach(() => {
  env.DEFAULT_PLAN = "free";
  env.PRICE_TIER1 = undefined;
});

/** What people can read of a document: its text, and what is read aloud or shown on a picture. */
function readable(html: string): string {
  const body = html.replace(/<script\b[^]*?<\/script>/g, "").replace(/<style\b[^]*?<\/style>/g, "");
  const spoken = [...body.matchAll(/\b(?:aria-label|title|alt|placeholder|content)="([^"]*)"/g)];
  return [body.replace(/<[^>]+>/g, " "), ...spoken.map(([, text]) => text)].join("\n");
}

const FOR_SALE =
  /upgrade|pricing|\bprices?\b|free plan|growth plan|see (all )?the plans|redeem|[$€£] ?\d|\bdollars?\b/i;
const MARKS = /🔒|href="\/subscribe/;

describe("a house with everything for everyone", async () => {
  const { serve, pages } = await wholeApplication();

  async function words(path: string, session?: string): Promise<string[]> {
    const { request } = await visit(path, { session });
    const response = await serve(request);
    if (!response.headers.get("Content-Type")?.includes("text/html")) return [];
    const html = await response.text();
    const text = readable(html);
    const found = text.match(new RegExp(`.{0,60}(${FOR_SALE.source}).{0,40}`, "gi")) ?? [];
    return [...found.map((line) => line.trim()), ...(MARKS.exec(html) ?? [])];
  }

  it("speaks of no plan, price or lock on any page of a member or the public", async () => {
    setClock(() => new Date("2026-11-21T12:00:00Z"));
    env.DEFAULT_PLAN = "tier2";
    // A price without anything that can be bought is none.
    env.PRICE_TIER1 = "$4 a month";
    const { user, secret } = await createSignedIn({ _id: 7 });
    const records = await everyRecordOf(memberFrom(user));
    const found: Record<string, string[]> = {};
    for (const id of pages.filter((page) => !page.startsWith("_admin"))) {
      const { query = "" } = VISITS[id] ?? {};
      const entryId = (id.includes(".trash_") ? records.thrownId : records.entryId) ?? "";
      const path = `${filled(pathOf(id), { ...PARAMS, ...records, entryId })}?${filled(query, records)}`;
      const seen = await words(path, id.startsWith("_app.") ? secret : undefined);
      if (seen.length > 0) found[path] = seen;
    }
    const steps = [1, 2, 3, 4, 5, 6, 7].map((step) => `/welcome/tour?step=${step}`);
    for (const [paths, session] of [
      [[...MEMBER_PAGES, ...steps], secret],
      [PUBLIC_PAGES, undefined],
    ] as const)
      for (const path of paths) {
        const seen = await words(path, session);
        if (seen.length > 0) found[path] = seen;
      }
    expect(found).toEqual({});
  });

  it("is an ordinary one while something can be read about plans", async () => {
    const { secret } = await createSignedIn();
    expect(await words("/dashboard", secret)).not.toEqual([]);
    expect(await words("/faq")).not.toEqual([]);
  });
});

describe("the plan of everyone", () => {
  const record = (id: number) => UserModel.findById(id).lean();

  it("counts at every read, for people who were here before, and is written nowhere", async () => {
    const user = await createUser();
    const before = await record(user._id);
    env.DEFAULT_PLAN = "tier2";
    expect(memberFrom(user)).toMatchObject({
      subscriptionTier: "tier2",
      planDue: false,
      plan: { source: "none", endsAt: null },
    });
    await settlePlans();
    expect(await record(user._id)).toEqual(before);
    const { users } = await listUsers({ tier: "tier2" });
    expect(users).toMatchObject([{ id: user._id, tier: "tier2", planSource: "none" }]);
    expect((await listUsers({ tier: "free" })).users).toEqual([]);
    expect((await analytics(30)).tiers).toEqual([
      ["free", 0],
      ["tier1", 0],
      ["tier2", 1],
    ]);
  });

  it("is taken back with the usual notice, and what was chosen gives way", async () => {
    env.DEFAULT_PLAN = "tier2";
    const { user, secret } = await createSignedIn({ promptSetPreference: "lectio_examen" });
    expect(memberFrom(user).promptSetPreference).toBe("lectio_examen");
    env.DEFAULT_PLAN = "free";
    const args = await visit("/dashboard", { session: secret });
    const { data } = await answer(() => root(args));
    expect(data).toMatchObject({ toast: { title: "Formation Plan Ended" } });
    expect(memberFrom((await record(user._id)) ?? user).promptSetPreference).toBe("daily_habit");
    expect(await PlanChangeModel.countDocuments({ userId: user._id })).toBe(0);
  });
});
