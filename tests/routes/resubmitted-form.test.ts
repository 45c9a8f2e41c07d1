import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { beforeEach, describe, expect, it } from "vitest";
import { ContactMessageModel } from "#models/form-submission.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { PrayerModel } from "#models/prayers.server";
import { createUser, PASSWORD } from "#tests/factories/user";
import { answer, post, visit, type Answered } from "#tests/support/request";
import { lockBySecret } from "~/domain/identity/session-lock.server";
import { startSession } from "~/domain/identity/sessions.server";
import { sessionCookie } from "~/http/cookies.server";
import type { FormRecovery } from "~/http/form/form-recovery.server";
import { hashToken } from "~/platform/signing.server";
import * as adminLoginPage from "~/routes/auth/admin-login";
import * as loginFrame from "~/routes/auth/frame";
import * as loginPage from "~/routes/auth/login/route";
import * as unlockPage from "~/routes/auth/unlock";
import * as shell from "~/routes/member/frame";
import * as freePage from "~/routes/member/journal/free/route";
import * as prayersPage from "~/routes/member/journal/prayers/route";
import * as resumePage from "~/routes/member/resume";
import * as sealPage from "~/routes/member/settings/security-seal/route";
import * as securityPage from "~/routes/member/settings/security/route";
import * as contactPage from "~/routes/public/contact/route";

type Route = {
  loader?: (args: LoaderFunctionArgs) => unknown;
  action?: (args: ActionFunctionArgs) => unknown;
};
type Protection = { token: string; submission: string; owner?: string };
type Fields = Record<string, string>;

const NEXT = "Another-Water-9";

/** A browser: its cookies, and requests that send them. */
class Browser {
  readonly #cookies = new Map<string, string>();

  #keep(result: Answered): Answered {
    for (const line of result.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const [name = ""] = pair.split("=");
      if (/Max-Age=0\b/.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, pair);
    }
    return result;
  }

  get #headers() {
    return { Cookie: [...this.#cookies.values()].join("; ") };
  }

  async signIn(user: { _id: number; securityStamp: string }): Promise<string> {
    const { secret } = await startSession(user, { remember: false, device: "Test" });
    this.#cookies.set("sid", (await sessionCookie.serialize(secret)).split(";")[0] ?? "");
    return secret;
  }

  async see(route: Route, path: string): Promise<Answered> {
    const args = await visit(path, { headers: this.#headers });
    return this.#keep(await answer(() => route.loader?.(args)));
  }

  async send(route: Route, path: string, fields: Fields): Promise<Answered> {
    const args = await post(path, fields, { headers: this.#headers });
    return this.#keep(await answer(() => route.action?.(args)));
  }

  /** The hidden fields of a page's forms. */
  async form(layout: Route = shell, path = "/journal"): Promise<Fields> {
    const { data } = await this.see(layout, path);
    return hiddenFields((data as { protection: Protection }).protection);
  }
}

const hiddenFields = ({ token, submission, owner }: Protection): Fields => ({
  _token: token,
  _submission: submission,
  ...(owner && { _owner: owner }),
});

/** Sends the form like the offline queue: with its own id and owner, and the token of the open page. */
async function sendAgain(browser: Browser, route: Route, path: string, fields: Fields): Promise<Answered> {
  const { _token = "" } = await browser.form();
  return browser.send(route, path, { ...fields, _token });
}

let browser: Browser;
let user: Awaited<ReturnType<typeof createUser>>;
beforeEach(async () => {
  user = await createUser({ isAdmin: true });
  browser = new Browser();
  await browser.signIn(user);
});

const RUTH = { intent: "add", name: "Ruth" };
const PAGE = { intent: "finish", title: "", body: "The heron stood." };
const credentials = () => ({ email: user.email, password: PASSWORD });

const SESSION_CHANGES: Record<string, () => Promise<unknown>> = {
  "the journal was sealed": async () => {
    const offered = await browser.send(sealPage, "/settings/security/seal", {
      intent: "seal",
      currentPassword: PASSWORD,
    });
    const [code = ""] = (offered.data as { codes: string[] }).codes;
    return browser.send(sealPage, "/settings/security/seal", { intent: "confirm", code });
  },
  "its member signed in again": () => browser.send(loginPage, "/auth/login", credentials()),
  "its member stepped up to the administrators' area": () =>
    browser.send(adminLoginPage, "/admin-login", credentials()),
  "the session was unlocked": async () => {
    await lockBySecret(await browser.signIn(user));
    return browser.send(unlockPage, "/unlock", { password: PASSWORD });
  },
  "the password was changed": () =>
    browser.send(securityPage, "/settings/security", {
      ...{ intent: "password", currentPassword: PASSWORD, password: NEXT, confirmPassword: NEXT },
    }),
};

describe("form sent again after the session has changed", () => {
  it.each(Object.entries(SESSION_CHANGES))("acts once when %s", async (_when, changeSession) => {
    const intention = { ...(await browser.form()), ...RUTH };
    const page = { ...(await browser.form()), ...PAGE };
    const first = await browser.send(freePage, "/journal/free", page);
    await browser.send(prayersPage, "/journal/prayers", intention);
    expect(await changeSession()).toMatchObject({ status: 302 });
    expect((await sendAgain(browser, prayersPage, "/journal/prayers", intention)).status).toBe(302);
    const second = await sendAgain(browser, freePage, "/journal/free", page);
    expect([second.status, second.location]).toEqual([302, first.location]);
    expect(await PrayerModel.countDocuments({ userId: user._id })).toBe(1);
    expect(await JournalEntryModel.countDocuments({ userId: user._id })).toBe(1);
  });

  it("acts once when it is sent from its recovery page", async () => {
    const intention = { ...(await browser.form()), ...RUTH };
    await browser.send(prayersPage, "/journal/prayers", intention);
    await browser.signIn(user);
    const stale = await browser.send(prayersPage, "/journal/prayers", intention);
    expect(stale.status).toBe(403);
    const { protection, fields } = stale.data as FormRecovery;
    if (!protection) throw new Error("The page has no form.");
    const again = { ...Object.fromEntries(fields), ...hiddenFields(protection) };
    expect((await browser.send(prayersPage, "/journal/prayers", again)).status).toBe(302);
    expect(await PrayerModel.countDocuments({ userId: user._id })).toBe(1);
  });

  it("acts once when it was deferred until its member unlocks", async () => {
    const page = { ...(await browser.form()), ...PAGE };
    await browser.send(freePage, "/journal/free", page);
    await lockBySecret(await browser.signIn(user));
    expect((await browser.send(freePage, "/journal/free", page)).location).toContain("/unlock");
    expect((await browser.send(unlockPage, "/unlock", { password: PASSWORD })).status).toBe(302);
    const { data } = await browser.see(resumePage, "/resume");
    const {
      action,
      fields,
      submission = "",
    } = data as {
      action: string;
      fields: [string, string][];
      submission?: string;
    };
    const again = { ...(await browser.form()), ...Object.fromEntries(fields), _submission: submission };
    expect((await browser.send(freePage, action, again)).status).toBe(302);
    expect(await JournalEntryModel.countDocuments({ userId: user._id })).toBe(1);
  });

  it("acts once when it was rendered before its sender signed in", async () => {
    const visitor = new Browser();
    const message = {
      ...(await visitor.form(contactPage, "/contact")),
      ...{
        name: "Ann",
        email: "ann@example.test",
        topic: "account",
        message: "How do I print a week of my journal?",
      },
    };
    expect((await visitor.send(contactPage, "/contact", message)).status).toBe(302);
    const login = { ...(await visitor.form(loginFrame, "/auth/login")), ...credentials() };
    expect((await visitor.send(loginPage, "/auth/login", login)).status).toBe(302);
    expect((await sendAgain(visitor, contactPage, "/contact", message)).status).toBe(302);
    expect(await ContactMessageModel.countDocuments()).toBe(1);
  });

  it("acts again when another member sends it from the same browser", async () => {
    const intention = { ...(await browser.form()), ...RUTH };
    await browser.send(prayersPage, "/journal/prayers", intention);
    const other = await createUser();
    await browser.signIn(other);
    expect((await sendAgain(browser, prayersPage, "/journal/prayers", intention)).status).toBe(302);
    expect(await PrayerModel.countDocuments({ userId: other._id })).toBe(1);
  });
});

it("finishes a draft from a page that was opened before the upgrade", async () => {
  const secret = await browser.signIn(user);
  const { _token = "" } = await browser.form();
  const form = { _token, _submission: "a".repeat(16), draftVersion: "0", body: "The heron stood." };
  expect((await browser.send(freePage, "/journal/free", { ...form, intent: "draft" })).status).toBe(302);
  const before = hashToken(`${hashToken(secret)}|/journal/free|${form._submission}`);
  expect(await JournalEntryModel.findOne({ status: "draft" }).lean()).toMatchObject({ savedBy: before });
  const finished = await browser.send(freePage, "/journal/free", { ...form, intent: "finish" });
  expect(finished).toMatchObject({ status: 302, location: expect.stringContaining("/journal/entries/") });
});
