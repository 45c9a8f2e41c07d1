/** @module-tag release */
import { describe, expect, it } from "vitest";
import { deletionMail } from "~/domain/accounts/ending/deletion";
import { accountMail, type AccountMail } from "~/domain/accounts/security/account-mail";
import { figureColumns } from "~/domain/administration/figures/csv";
import { adminMail } from "~/domain/administration/health/admin-mail";
import { userFiltersFrom } from "~/domain/administration/users/query";
import { MONTHS, SHORT_MONTHS, WEEKDAY_HEADS, WEEKDAYS } from "~/domain/calendar/day-names";
import { addDays } from "~/domain/calendar/local-day";
import { CHURCHES, churchLine } from "~/domain/church-year/traditions";
import { insightMail } from "~/domain/insights/week/insight-mail";
import type { Letter } from "~/domain/mail/letter";
import { renderLetter } from "~/domain/mail/render.server";
import { USUAL_PRAYER } from "~/domain/member/prayer";
import { planMail } from "~/domain/plans/changes/mail";
import { CSV_HEAD } from "~/domain/portability/csv.server";
import { calendarText } from "~/domain/reminders/calendar-text.server";
import { reminderMail } from "~/domain/reminders/reminder-mail";
import { contactCopyMail, contactMail } from "~/domain/support/contact-mail";
import { adminFile } from "~/http/admin-file.server";
import { LANGUAGE } from "~/i18n/language";
import { loader as worker } from "~/routes/programs/service-worker";
import { extract, sources } from "../../scripts/i18n/po.mjs";
import { notTranslated, notTranslatedHtml, PSEUDO } from "./pseudo-language";

const ORIGIN = "https://journal.example.org";
const to = "a@example.test";
const secret = "s";
const KINDS = [
  "verify-email",
  "reset-password",
  "have-account",
  "name-taken",
  "password-changed",
  "email-change-old",
  "email-change-new",
  "email-changed",
] as const satisfies AccountMail["kind"][];
const plan = { to, tier: "tier2", at: "2026-12-05T23:00:00.000Z", timezone: "Europe/Berlin" } as const;
const message = { name: "12", email: "1@2.3", topic: "other" as const, message: "34" };

const LETTERS: Letter[] = [
  ...KINDS.map((kind) => accountMail({ kind, to, secret, invitation: secret }, ORIGIN)),
  deletionMail({ kind: "deletion-started", to, day: "1" }, ORIGIN),
  deletionMail({ kind: "deletion-undone", to }, ORIGIN),
  planMail({ kind: "plan-ending", then: "free", ...plan }, ORIGIN),
  planMail({ kind: "plan-renewing", ...plan }, ORIGIN),
  ...(["morning", "evening"] as const).flatMap((reminder) =>
    [true, false].map((isTest) =>
      reminderMail({ kind: "reminder", to, reminder, unsubscribe: `${ORIGIN}/u`, isTest }, ORIGIN),
    ),
  ),
  insightMail({ to, unsubscribe: `${ORIGIN}/u` }, ORIGIN),
  adminMail({ kind: "test", to }, ORIGIN),
  adminMail({ kind: "alert", to, title: "1", state: "opened", lines: [], alertId: "1" }, ORIGIN),
  adminMail({ kind: "alert", to, title: "1", state: "over", lines: [], alertId: "1" }, ORIGIN),
  contactMail(to, message, []),
  contactCopyMail(message),
];
const withoutAddresses = (text: string) => text.replace(/https?:\/\/[^\s⟧]+|\S+@\S+/g, "");

describe("what is said beside the pages, in another language", () => {
  it("is in that language at all", () => {
    expect(LANGUAGE).toBe("en-XA");
  });

  it.each(LETTERS)("emails: $kind", (letter) => {
    const { subject, text, html } = renderLetter(letter);
    expect(notTranslated(subject)).toEqual([]);
    expect(notTranslated(withoutAddresses(text))).toEqual([]);
    expect(notTranslatedHtml(html).filter((line) => /\p{L}/u.test(withoutAddresses(line)))).toEqual([]);
  });

  it("names of days and months", () => {
    const names = [...MONTHS, ...SHORT_MONTHS, ...WEEKDAYS, ...WEEKDAY_HEADS];
    expect(notTranslated(names.join("\n"))).toEqual([]);
  });

  it("days of the Church's year, in the words of every tradition", () => {
    const days = Array.from({ length: 366 }, (_, at) => addDays("2026-01-01", at));
    const lines = CHURCHES.flatMap((tradition) =>
      days.map((day) => churchLine(day, { tradition, feastsOnSunday: false })),
    );
    expect(notTranslated(lines.join("\n"))).toEqual([]);
  });

  it("the heads of tables that are taken home", async () => {
    const files = await Promise.all([
      adminFile({ what: "users", filters: userFiltersFrom(new URLSearchParams()) }),
      adminFile({ what: "audit", filters: {} }),
      adminFile({ what: "trial-keys" }),
      adminFile({ what: "new-keys", keys: [] }),
    ]);
    const heads = await Promise.all(files.map(async (file) => (await file.text()).split("\r\n")[0] ?? ""));
    expect(
      notTranslated([CSV_HEAD, ...figureColumns(false).map(([heading]) => heading), ...heads].join("\n")),
    ).toEqual([]);
  });

  it("the calendar feed", () => {
    const text = calendarText({
      person: {
        morningPromptTime: "06:00",
        eveningPromptTime: "21:00",
        reminders: { morning: true, evening: true, quietDays: [] },
        rhythm: { restDay: null, pauses: [] },
        prayer: { ...USUAL_PRAYER, showSeason: true },
        timezone: "UTC",
      } as unknown as Parameters<typeof calendarText>[0]["person"],
      today: "2026-11-21",
      id: "1",
      origin: ORIGIN,
    });
    const said = text
      .replace(/\r\n[ \t]/g, "")
      .matchAll(/^(?:SUMMARY|DESCRIPTION|X-WR-CALNAME|NAME):(.*)$/gm);
    const lines = [...said].map(([, line = ""]) => withoutAddresses(line.replaceAll("\\n", " ")));
    expect(lines.length).toBeGreaterThan(200);
    expect(notTranslated(lines.join("\n"))).toEqual([]);
  });

  it("the service worker", async () => {
    const code = await worker().text();
    const said = [
      ...extract(sources().filter((file) => file.startsWith("app/worker/service/"))).entries.values(),
    ];
    expect(said.length).toBeGreaterThan(1);
    for (const { id } of said) expect(code).toContain(PSEUDO.say(id)?.[0]);
  });
});
