import { describe, expect, it } from "vitest";
import { InvitationModel } from "#models/invitation.server";
import { PlanChangeModel } from "#models/plans.server";
import { UserModel } from "#models/user.server";
import { everyRecordOf } from "#tests/factories/every-record";
import { createSignedIn, createUser } from "#tests/factories/user";
import { listCrawlTargets } from "#tests/support/crawl";
import { PUBLIC_PAGES } from "#tests/support/every-page";
import { PARAMS } from "#tests/support/every-visit";
import { findPlanMentions, readableText } from "#tests/support/paid-plans";
import { answer, post, visit } from "#tests/support/request";
import { wholeApplication } from "#tests/support/whole-application";
import BEST_DAY from "~/content/best-day.yaml";
import { createInvitation } from "~/domain/accounts/invitations/invitations.server";
import { readAnalytics } from "~/domain/administration/statistics/daily-stats.server";
import { listUsers } from "~/domain/administration/users/users.server";
import { memberFrom } from "~/domain/member/current-member.server";
import { newAbSession } from "~/domain/plans/experiments/assignments.server";
import { reconcilePlans } from "~/domain/plans/reconcile-plans.server";
import { abSessionCookie } from "~/http/anonymous-visitor.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { loader as root } from "~/root";
import { loader as manifest } from "~/routes/resources/manifest";

describe("instance that includes everything", async () => {
  const { serve, build } = await wholeApplication();

  async function textOf(path: string, session?: string): Promise<string> {
    const { request } = await visit(path, { session });
    const response = await serve(request);
    return response.headers.get("Content-Type")?.includes("text/html") ? response.text() : "";
  }
  const words = async (path: string, session?: string) => findPlanMentions(await textOf(path, session));
  const modelIn = (html: string) => /.{40}language model/.exec(readableText(html)) ?? [];

  it("mentions no plan, price, lock or language model on any page", { tags: ["release"] }, async () => {
    setClock(() => new Date("2026-11-21T12:00:00Z"));
    env.DEFAULT_PLAN = "tier2";
    env.PRICE_TIER1 = "$4 a month";
    const { user, secret } = await createSignedIn({ _id: 7, seenTour: true, seenFormationWelcome: true });
    const records = await everyRecordOf(memberFrom(user));
    const found: Record<string, string[]> = {};
    const open = listCrawlTargets(build, { ...PARAMS, ...records })
      .filter(({ rightful }) => rightful === "anonymous" || rightful === "member")
      .map(({ path, rightful }) => [path, rightful === "member" ? secret : undefined] as const);
    const steps = [1, 2, 3, 4, 5, 6, 7].map((step) => [`/welcome/tour?step=${step}`, secret] as const);
    expect(open.length).toBeGreaterThan(150);
    for (const [path, session] of [...open, ...steps]) {
      const html = await textOf(path, session);
      // Public pages describe every instance, and the page of an import lists its kinds of records.
      const isOwn = session && !path.startsWith("/settings/data/import/");
      const seen = [...findPlanMentions(html), ...(isOwn ? modelIn(html) : [])];
      if (seen.length > 0) found[path] = seen;
    }
    expect(found).toEqual({});
    // This text replaces the tour's step about plans.
    expect(readableText(await textOf("/welcome/tour?step=3", secret))).toContain("All of it is yours");
  });

  it("mentions plans while something is on sale", async () => {
    const { secret } = await createSignedIn();
    expect(await words("/dashboard", secret)).not.toEqual([]);
    expect(await words("/faq")).not.toEqual([]);
  });

  const html = async (path: string, cookie?: string) => {
    const { request } = await visit(path, { headers: cookie ? { Cookie: cookie } : {} });
    return (await serve(request)).text();
  };

  it("shows its name on public pages, its links in the footer, and its manifest", async () => {
    expect(await html("/about")).not.toContain("St. Mary’s");
    env.HOUSE_NAME = "St. Mary’s";
    env.SOCIAL_INSTAGRAM = "https://photos.example.org/st-marys";
    for (const path of ["/home", "/about", "/auth/login"]) {
      const header = (await html(path)).split("<main")[0];
      expect(header?.slice(header.indexOf("<body"))).toContain("St. Mary’s");
    }
    const footer = (await html("/about")).split("<footer")[1];
    expect(footer).toContain('href="https://photos.example.org/st-marys"');
    expect((await html("/today")).split("<footer")[1]).not.toContain("photos.example.org");
    expect(footer).not.toContain("instagram.com");
    expect(footer).not.toContain("facebook.com");
    expect(await manifest().json()).toMatchObject({ name: "Still and Know · St. Mary’s" });
  });

  it.each(["invite", "closed"] as const)(
    "offers no registration when it is %s",
    { tags: ["release"] },
    async (registration) => {
      const offering = async () => {
        const found = [];
        for (const path of PUBLIC_PAGES)
          if (/<a [^>]*href="\/auth\/register"/.test(await html(path))) found.push(path);
        return found;
      };
      expect(await offering()).toEqual(expect.arrayContaining(["/home", "/about", "/login"]));
      env.REGISTRATION = registration;
      expect(await offering()).toEqual([]);
    },
  );

  it.each([
    ["used", 410, { usedAt: new Date(0) }],
    ["withdrawn", 410, { withdrawnAt: new Date(0) }],
    ["expired", 410, { endsAt: new Date(0) }],
    ["missing", 403, null],
  ] as const)(
    "keeps the input of a form with an invitation that is %s, and links the contact page",
    async (_how, status, end) => {
      env.REGISTRATION = "invite";
      const link = new URL(await createInvitation(null));
      if (end) await InvitationModel.updateMany({}, { $set: end });
      const fields = {
        ...(end && { invitation: link.searchParams.get("invitation") ?? "" }),
        username: "aunt_ruth",
        email: "ruth@example.test",
        password: "Still-Water-77",
        confirmPassword: "Still-Water-77",
        agreeToTerms: "on",
      };
      const headers = { "X-Forwarded-Host": "localhost:3000" };
      const { request } = await post("/auth/register", fields, { headers });
      const response = await serve(request);
      const page = await response.text();
      expect(response.status).toBe(status);
      expect(page).toContain(end ? "This invitation no longer works" : "Registration is by invitation");
      expect(page.slice(page.indexOf("<main"))).toMatch(/<a [^>]*href="\/contact"/);
      for (const typed of ["aunt_ruth", "ruth@example.test"]) expect(page).toContain(`value="${typed}"`);
    },
  );

  it("shows a sample day on one variant of the landing page only", async () => {
    for (const variant of ["A", "B"] as const) {
      const cookie = await abSessionCookie({ ...newAbSession(), variant, state: "counted" });
      const page = readableText(await html("/home", cookie.split(";")[0]));
      expect(page.includes("A day from a sample journal")).toBe(variant === "A");
      expect(page).toContain("A quiet place to meet God, morning and evening");
      const told = [...BEST_DAY.morning, ...BEST_DAY.evening].filter((text) => page.includes(text));
      expect(told).toHaveLength(variant === "A" ? 5 : 0);
    }
  });
});

describe("default plan", () => {
  const record = (id: number) => UserModel.findById(id).lean();

  it("applies at every read to existing members and is not stored", async () => {
    const user = await createUser();
    const before = await record(user._id);
    env.DEFAULT_PLAN = "tier2";
    expect(memberFrom(user)).toMatchObject({
      subscriptionTier: "tier2",
      planDue: false,
      plan: { source: "none", endsAt: null },
    });
    await reconcilePlans();
    expect(await record(user._id)).toEqual(before);
    const { rows: users } = await listUsers({ tier: "tier2" });
    expect(users).toMatchObject([{ id: user._id, tier: "tier2", planSource: "none" }]);
    expect((await listUsers({ tier: "free" })).rows).toEqual([]);
    expect((await readAnalytics(30)).tiers).toEqual([
      ["free", 0],
      ["tier1", 0],
      ["tier2", 1],
    ]);
  });

  it("notifies members when lowered and resets choices it no longer includes", async () => {
    env.DEFAULT_PLAN = "tier2";
    const { user, secret } = await createSignedIn({ promptSetPreference: "lectio_examen" });
    expect(memberFrom(user).promptSetPreference).toBe("lectio_examen");
    env.DEFAULT_PLAN = undefined;
    const args = await visit("/dashboard", { session: secret });
    const { data } = await answer(() => root(args));
    expect(data).toMatchObject({ toast: { title: "Formation Plan Ended" } });
    expect(memberFrom((await record(user._id)) ?? user).promptSetPreference).toBe("daily_habit");
    expect(await PlanChangeModel.countDocuments({ userId: user._id })).toBe(0);
  });
});
