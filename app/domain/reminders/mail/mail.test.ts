import { HtmlValidate } from "html-validate/node";
import { describe, expect, it } from "vitest";
import { accountMail } from "~/domain/accounts/security/account-mail.server";
import { contactCopyMail, contactMail } from "~/domain/accounts/support/contact.server";
import { planMail } from "~/domain/plans/changes/notices";
import { reminderMail } from "~/domain/reminders/reminders.server";
import { env } from "~/platform/env.server";
import { nextRetryAt, type MailMessage } from "./mail-message";
import { renderMail } from "./outbox.server";

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);
const ORIGIN = "https://journal.example.org";
const to = "a@example.test";

describe("retry schedule", () => {
  it("waits ten seconds, doubling to an hour, with jitter, and gives up after a day", () => {
    const waits = [1, 2, 3, 9, 10, 30].map(
      (tries) => ((nextRetryAt(tries, at(0), at(0), 0)?.getTime() ?? 0) - at(0).getTime()) / 1000,
    );
    expect(waits).toEqual([10, 20, 40, 2560, 3600, 3600]);
    expect(nextRetryAt(1, at(0), at(0), 0.999)?.getTime()).toBeLessThanOrEqual(at(12).getTime());
    expect(nextRetryAt(40, at(0), at(24 * 3600), 0)).toBeNull();
  });
});

const message = {
  name: "Ann <b>Reader</b>",
  email: "ann@example.test",
  topic: "other" as const,
  message: 'First line\nsecond & "third"\n\n<script>alert(1)</script>',
};
const plan = { to, tier: "tier2", at: "2026-12-05T23:00:00.000Z", timezone: "Europe/Berlin" } as const;
/** Each shape of an email: with and without button, footer, reply address and user input. */
const EMAILS: MailMessage[] = [
  accountMail({ kind: "verify-email", to, secret: "s-1" }, ORIGIN),
  accountMail({ kind: "email-changed", to }, ORIGIN),
  planMail({ kind: "plan-ending", then: "free", ...plan }, ORIGIN),
  reminderMail(
    { kind: "reminder", to, reminder: "morning", unsubscribe: `${ORIGIN}/unsubscribe/x`, isTest: true },
    ORIGIN,
  ),
  contactMail(to, message, []),
  contactCopyMail(message),
];
const validator = new HtmlValidate({
  extends: ["html-validate:standard"],
  rules: {
    // Mail clients prefer inline styles.
    "no-inline-style": "off",
    // React closes void elements with a slash, which the standard allows.
    "void-style": "off",
  },
});

describe("emails", () => {
  it("contain a link to the public origin in text and HTML", () => {
    const mail = renderMail(accountMail({ kind: "verify-email", to, secret: "s-1" }, ORIGIN));
    for (const part of [mail.text, mail.html]) expect(part).toContain(`${ORIGIN}/verify-email?token=s-1`);
  });

  it("contain the instance's name in text and HTML", () => {
    const letter = accountMail({ kind: "email-changed", to }, ORIGIN);
    const ofNoName = renderMail(letter);
    env.HOUSE_NAME = "St. Mary’s & All";
    const { text, html } = renderMail(letter);
    env.HOUSE_NAME = undefined;
    expect(text).toContain("Still and Know · St. Mary’s & All");
    expect(html).toContain("Still and Know · St. Mary’s &amp; All");
    expect(ofNoName.text).not.toContain(" · ");
  });

  it("set the direction of each paragraph, the name and the link automatically", () => {
    env.HOUSE_NAME = "بيت النور";
    const { html } = renderMail(accountMail({ kind: "verify-email", to, secret: "s-1" }, ORIGIN));
    env.HOUSE_NAME = undefined;
    const [, body = ""] = html.split("<body");
    const texts = body.match(/<(?:p|a)\b[^>]*>(?!<)/g) ?? [];
    expect(texts.length).toBeGreaterThan(4);
    expect(texts.filter((tag) => !/ dir="(?:auto|ltr)"/.test(tag))).toEqual([]);
  });

  it.each(EMAILS)("are valid HTML: $kind", async (letter) => {
    const { html, subject } = renderMail(letter);
    const report = await validator.validateString(html);
    expect(
      report.results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => [ruleId, message])),
    ).toEqual([]);
    expect(html).toMatch(/^<!doctype html><html lang="en">/);
    expect(html).not.toMatch(/<script|<img|https?:\/\/(?!journal\.example\.org)/);
    expect(subject).not.toBe("");
  });

  it("isolate a right-to-left name from its sentence", () => {
    const begins = (name: string) => renderMail(contactMail(to, { ...message, name }, [])).text.slice(0, 5);
    expect(begins("نور")).toBe("\u2068نور\u2069");
    expect(begins("Nora")).toBe("Nora ");
  });

  it("have the same content and breaks in text and HTML", () => {
    const { html, text } = renderMail(contactMail(to, message, []));
    expect(text).toContain(message.message);
    expect(html).toContain("First line<br/>second &amp; &quot;third&quot;<br/><br/>&lt;script&gt;");
  });
});
