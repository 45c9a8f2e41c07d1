import { beforeEach, describe, expect, it } from "vitest";
import { createEntry } from "#tests/factories/journal-entry";
import { createSignedIn } from "#tests/factories/user";
import { readableText } from "#tests/support/paid-plans";
import { visit } from "#tests/support/request";
import { wholeApplication } from "#tests/support/whole-application";
import { COACHES } from "~/domain/coaches/roster";
import { makeInsight } from "~/domain/insights/make-insight.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import type { Tier } from "~/domain/member/plan";
import { claimReminder, markAllRead } from "~/domain/reminders/notifications.server";
import { setClock } from "~/platform/clock";

const WEEK = "2026-11-09";
/** Word counts that differ from every date, verse and number of entries on the pages. */
const WORDS_A_DAY = [137, 211, 173];

let member: Member;
let session: string;
beforeEach(() => setClock(() => new Date("2026-11-21T06:10:00Z")));

async function here(subscriptionTier: Tier = "tier2"): Promise<void> {
  const { user, secret } = await createSignedIn({ subscriptionTier, weekStart: 1, timezone: "UTC" });
  member = memberFrom(user);
  session = secret;
}

/** The link in the menu. */
const BELL = /<a[^>]*href="\/notifications"[^>]*>(?:(?!<\/a>)[^])*Notifications<\/a>/;

describe("pages of a member", async () => {
  const { serve } = await wholeApplication();

  const pageOf = async (path: string) => {
    const { request } = await visit(path, { session });
    return (await serve(request)).text();
  };
  const mainOf = (html: string) => html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  const see = async (path: string) => mainOf(await pageOf(path));
  const section = (html: string, name: string) =>
    new RegExp(`<section[^>]*aria-labelledby="${name}"[^]*?</section>`).exec(html)?.[0] ?? "";

  it("show no word counts and no charts of a week or a season", async () => {
    await here();
    for (const [day, count] of WORDS_A_DAY.entries()) {
      const body = "We walked by the water. ".repeat(50).split(" ").slice(0, count).join(" ");
      await createEntry(member, { forDate: `2026-11-1${day}`, content: { body } });
    }
    await makeInsight(member, WEEK);
    const sums = [...WORDS_A_DAY, WORDS_A_DAY.reduce((sum, count) => sum + count, 0)];
    const [season = ""] = /\/insights\/seasons\/[\w-]+/.exec(await see("/insights")) ?? [];
    for (const path of ["/insights", `/insights/${WEEK}`, season, "/dashboard"]) {
      const page = await see(path);
      expect([path, readableText(page)]).toEqual([path, expect.stringMatching(/your week|Ordinary time/)]);
      const numbers = (readableText(page).match(/\d+/g) ?? []).map(Number);
      expect([path, ...sums.filter((sum) => numbers.includes(sum))]).toEqual([path]);
      expect([path, ...(readableText(page).match(/\d+ words?\b|\bwords?: \d+/gi) ?? [])]).toEqual([path]);
      const withoutIcons = page.replaceAll(/<svg[^>]*viewBox="0 0 24 24"[^]*?<\/svg>/g, "");
      const drawn =
        path === "/dashboard" ? withoutIcons.replace(section(withoutIcons, "rhythm"), "") : withoutIcons;
      expect([path, ...(drawn.match(/<(svg|table|meter|progress|canvas)\b/g) ?? [])]).toEqual([path]);
    }
  });

  describe("the dashboard", () => {
    it("shows the rhythm without a number, which only its own page shows", async () => {
      await here();
      for (const day of ["19", "20"]) await createEntry(member, { forDate: `2026-11-${day}` });
      const rhythm = section(await see("/dashboard"), "rhythm");
      expect(rhythm).toContain("<path");
      expect(rhythm).not.toMatch(/<title|<desc|<text|aria-label=/);
      expect(readableText(rhythm)).not.toMatch(/\d/);
      expect(readableText(await see("/journal/rhythm"))).toMatch(/\d/);
    });

    it("says in a sentence that today is done, and offers nothing to begin", async () => {
      setClock(() => new Date("2026-11-21T19:00:00Z"));
      await here();
      await createEntry(member, { kind: "habit", slot: "evening", forDate: "2026-11-21" });
      const page = await see("/dashboard");
      expect(page).toMatch(/<p[^>]*>Done for today\. Rest\.<\/p>/);
      expect(page).not.toMatch(/<(a|button)\b[^>]*>[^<]*Done for today/);
      expect(page).not.toMatch(/href="\/journal\/(morning|evening|free)/);
    });

    it("leads to a free page after both reflections, in the morning too", async () => {
      setClock(() => new Date("2026-11-21T09:00:00Z"));
      await here();
      for (const slot of ["morning", "evening"] as const)
        await createEntry(member, { kind: "habit", slot, forDate: "2026-11-21" });
      const page = await see("/dashboard");
      expect(page).toMatch(/<p[^>]*>Done for today\. Rest\.<\/p>/);
      expect(page).toMatch(/href="\/journal\/free"/);
      expect(page).not.toMatch(/href="\/journal\/(morning|evening)/);
    });
  });

  describe("the coaches", () => {
    const named = (html: string) =>
      COACHES.map(({ name }) => name).filter((name) => readableText(html).includes(name));

    it.each([
      ["free", ["The Rhythm Keeper"], "5 more, in other plans"],
      ["tier1", ["The Listener", "The Reader", "The Rhythm Keeper"], "3 more, in other plans"],
    ] as const)("show the coaches of the plan %s, and one line for the others", async (tier, own, line) => {
      await here(tier);
      const page = await see("/coaches");
      const folded = page.match(/<details[^]*?<\/details>/g) ?? [];
      expect(folded).toHaveLength(1);
      const [others = ""] = folded;
      expect(others).toMatch(/^<details(?! open)/);
      expect(others.split("</summary>")[0]?.endsWith(line), line).toBe(true);
      expect(named(page.replace(others, "")).toSorted()).toEqual([...own]);
      expect(named(others)).toHaveLength(COACHES.length - own.length);
    });

    it("are all shown, without that line, when the plan includes them all", async () => {
      await here();
      const page = await see("/coaches");
      expect(named(page)).toHaveLength(COACHES.length);
      expect(page).not.toContain("<details");
    });
  });

  const JOURNAL_PAGES = [
    "/dashboard",
    "/journal/morning",
    "/journal/free",
    "/journal/history",
    "/journal/rhythm",
  ];
  const OTHERS = ["/journal/prayers", "/bible", "/insights", "/coaches", "/settings", "/settings/reminders"];

  it(
    "marks an unread reminder on the dashboard and among the notifications, and elsewhere by the bell in the menu",
    { tags: ["release"] },
    async () => {
      await here();
      expect(await claimReminder(member)).not.toBeNull();
      const withoutTokens = (html: string) =>
        html.replace(/nonce="[^"]*"|name="_\w+" value="[^"]*"|<script[^]*?<\/script>/g, "").replace(BELL, "");
      const hasBell = async () => BELL.test(await pageOf("/journal/history"));
      const look = async () => {
        const seen = new Map<string, string>();
        for (const path of [...JOURNAL_PAGES, ...OTHERS, "/notifications"])
          seen.set(path, withoutTokens(await pageOf(path)));
        return seen;
      };
      const unread = await look();
      expect(await hasBell()).toBe(true);
      await markAllRead(member);
      expect(await hasBell()).toBe(false);
      const read = await look();
      const changed = [...unread.keys()].filter((path) => unread.get(path) !== read.get(path));
      expect(changed.toSorted()).toEqual(["/dashboard", "/notifications"]);
      expect(unread.get("/notifications")).toContain("Unread");
    },
  );
});
