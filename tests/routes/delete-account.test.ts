import type { LoaderFunctionArgs } from "@remix-run/node";
import mongoose from "mongoose";
import { beforeEach, describe, expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { AuditEventModel } from "#models/operations.server";
import { OutgoingMailModel } from "#models/reminders.server";
import { SessionModel } from "#models/session.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { anEntry, createEntries, createEntry } from "#tests/factories/journal-entry";
import { createSignedIn, createUser, PASSWORD } from "#tests/factories/user";
import { mailedLinks } from "#tests/support/mail";
import { callJson, cookieOf, errorsOf, load, submit, visit } from "#tests/support/request";
import { destroyDueAccounts, startDeletion } from "~/domain/accounts/deletion/deletion.server";
import { requestPasswordReset, resetPassword } from "~/domain/accounts/security/reset-password.server";
import { memberFrom } from "~/domain/member/current-member.server";
import { verifyAuditLog } from "~/domain/operations/audit-log.server";
import { redeemKey } from "~/domain/plans/trial-keys/redeem-key.server";
import { createTrialKeys } from "~/domain/plans/trial-keys/trial-keys.server";
import { claimMail, collectPendingMail } from "~/domain/reminders/mail/outbox.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { action as apiLogin } from "~/routes/api/auth-login";
import { loader as apiMe } from "~/routes/api/auth-me";
import { action as loginAction } from "~/routes/auth/login/route";
import { action as leavingAction, loader as leavingLoader } from "~/routes/auth/pending-deletion";
import { loader as downloadLoader } from "~/routes/auth/pending-deletion-download";
import { loader as appLoader } from "~/routes/member/frame";
import { action as deleteAction } from "~/routes/member/settings/delete";
import { loader as goodbyeLoader } from "~/routes/public/goodbye";

const DAY = 86_400_000;
const signal = new AbortController().signal;
const START = new Date("2026-11-21T10:00:00Z");
let at = START;
let user: UserRecord;
let secret: string;

beforeEach(async () => {
  at = START;
  setClock(() => at);
  ({ user, secret } = await createSignedIn({
    // An id that no other value can equal by chance.
    _id: 70_007,
    username: "ruth_gray",
    email: "ruth.gray@example.test",
  }));
});

const AGREED = { currentPassword: PASSWORD, word: "delete" };
const remove = (fields: Record<string, string> = AGREED, session = secret) =>
  submit(deleteAction, "/settings/delete", fields, { session });
const signIn = (email = user.email, password = PASSWORD) =>
  submit(loginAction, "/auth/login", { email, password, redirectTo: "/journal" });
const sidOf = (result: Awaited<ReturnType<typeof signIn>>) => ({ Cookie: cookieOf(result, "sid") ?? "" });
const visitWith = (loader: (args: LoaderFunctionArgs) => unknown, path: string, Cookie: string) =>
  load(loader, path, { headers: { Cookie } });
const record = () => UserModel.findById(user._id).lean();

describe("/settings/delete", () => {
  it.each([
    [{ ...AGREED, word: "yes" }, 400, "word"],
    [{ currentPassword: PASSWORD }, 400, "word"],
    [{ ...AGREED, currentPassword: "Wrong-Water-7" }, 401, "currentPassword"],
  ])("does nothing when password or confirmation word is wrong: %j", async (fields, status, field) => {
    const result = await remove(fields as Record<string, string>);
    expect(result.status).toBe(status);
    expect(Object.keys(errorsOf(result))).toEqual([field]);
    expect(await record()).toMatchObject({ status: "active", deleteAfter: null });
  });

  it("ends every session and emails the last day to cancel", async () => {
    const other = await signIn();
    const result = await remove({ ...AGREED, word: " Delete " });
    expect(result).toMatchObject({ status: 302, location: "/goodbye?until=2026-11-28" });
    expect(result.headers.get("Clear-Site-Data")).toBe('"cache", "cookies"');
    expect(await SessionModel.countDocuments({ userId: user._id })).toBe(0);
    for (const cookie of [cookieOf(other, "sid") ?? "", `sid=${secret}`])
      expect((await visitWith(apiMe, "/api/auth/me", cookie)).status).toBe(401);
    const deleteAfter = new Date(START.getTime() + 7 * DAY);
    expect(await record()).toMatchObject({ status: "deleting", deleteAfter });
    await collectPendingMail();
    const mail = (await claimMail())?.mail;
    expect(mail).toMatchObject({ to: "ruth.gray@example.test", subject: "Your account is being deleted" });
    expect(mail?.text).toContain("28 November 2026");
  });
});

describe("/goodbye", () => {
  const page = async (query = "") => (await load(goodbyeLoader, `/goodbye${query}`)).data;

  it("names the day of destruction when a deletion was requested", async () => {
    const { location } = await remove();
    expect(location).toBe("/goodbye?until=2026-11-28");
    expect(await page("?until=2026-11-28")).toEqual({ day: "28 November 2026", isMailed: true });
  });

  it("names no day when the query has none, an invalid one, or one that is past or too late", async () => {
    for (const query of ["", "?until=", "?until=soon", "?until=2026-11-19", "?until=2026-12-24"])
      expect(await page(query), query).toMatchObject({ day: null });
  });

  it("leaves out the email when the instance sends no mail", async () => {
    env.SMTP_URL = undefined;
    expect(await page("?until=2026-11-28")).toMatchObject({ isMailed: false });
  });

  it("leads a signed-in member to the dashboard", async () => {
    const opened = await load(goodbyeLoader, "/goodbye?until=2026-11-28", { session: secret });
    expect(opened).toMatchObject({ status: 302, location: "/dashboard" });
  });
});

describe("sign-in during a pending deletion", () => {
  beforeEach(async () => {
    await createEntry(memberFrom(user), { content: { body: "a line to take along" } });
    await remove();
  });

  it("leads by form to /leaving only, and returns 403 by JSON", async () => {
    const result = await signIn();
    expect(result).toMatchObject({ status: 302, location: "/leaving" });
    const cookie = cookieOf(result, "sid") ?? "";
    const data = { day: "28 November 2026" };
    expect(await visitWith(leavingLoader, "/leaving", cookie)).toMatchObject({ status: 200, data });
    for (const path of ["/dashboard", "/journal", "/settings/data"])
      expect(await visitWith(appLoader, path, cookie)).toMatchObject({ status: 302, location: "/leaving" });
    expect((await visitWith(apiMe, "/api/auth/me", cookie)).status).toBe(401);
    const json = await callJson(apiLogin, "/api/auth/login", { email: user.email, password: PASSWORD });
    const message: unknown = expect.stringContaining("being deleted");
    expect(json).toMatchObject({ status: 403, data: { message } });
    expect(cookieOf(json, "sid")).toBeUndefined();
    expect((await signIn(user.email, "Wrong-Water-7")).status).toBe(401);
  });

  it("exports the journal after the password is confirmed", async () => {
    const headers = sidOf(await signIn());
    const ask = async (currentPassword: string) => {
      const fields = { intent: "export", format: "json", currentPassword };
      return submit(leavingAction, "/leaving", fields, { headers });
    };
    expect((await ask("Wrong-Water-7")).status).toBe(401);
    const { location } = await ask(PASSWORD);
    expect(location).toMatch(/^\/leaving\/download\?ticket=/);
    const args = await visit(location ?? "", { headers });
    const response = (await downloadLoader(args)) as Response;
    expect(response.headers.get("Content-Disposition")).toContain("attachment");
    expect(await response.text()).toContain("a line to take along");
  });

  it("cancels the deletion with a new session and an email", async () => {
    const headers = sidOf(await signIn());
    const undo = () => submit(leavingAction, "/leaving", { intent: "undo" }, { headers });
    const result = await undo();
    expect(result).toMatchObject({ status: 302, location: "/dashboard" });
    expect((await visitWith(appLoader, "/dashboard", cookieOf(result, "sid") ?? "")).status).toBe(200);
    // The session has ended, and no deletion is pending.
    expect(await undo()).toMatchObject({ location: "/auth/login" });
    at = new Date(START.getTime() + 30 * DAY);
    expect(await destroyDueAccounts(signal)).toBe(0);
    expect(await JournalEntryModel.countDocuments({ userId: user._id })).toBe(1);
    await collectPendingMail();
    const kinds = await OutgoingMailModel.distinct("kind", { userId: user._id });
    expect(kinds.sort()).toEqual(["deletion-started", "deletion-undone"]);
  });

  it("works with a reset password", async () => {
    await requestPasswordReset(user.email);
    const [link = ""] = await mailedLinks("reset-password");
    expect(await resetPassword(link, "Another-Water-9", { network: "here" })).toMatchObject({ ok: true });
    expect(await signIn(user.email, "Another-Water-9")).toMatchObject({ location: "/leaving" });
  });

  it("is refused after seven days", async () => {
    const headers = sidOf(await signIn());
    at = new Date(START.getTime() + 7 * DAY);
    const undone = await submit(leavingAction, "/leaving", { intent: "undo" }, { headers });
    expect(undone.location).toBe("/auth/login");
  });

  it("redirects members without a pending deletion to the dashboard", async () => {
    const active = await createSignedIn();
    const led = await load(leavingLoader, "/leaving", { session: active.secret });
    expect(led).toMatchObject({ status: 302, location: "/dashboard" });
    expect(await load(leavingLoader, "/leaving")).toMatchObject({ location: "/auth/login" });
  });
});

/** Whether a record contains data of the user at any depth. */
function mentionsUser(value: unknown, id: number, words: string[]): boolean {
  if (value === id) return true;
  if (typeof value === "string") return words.some((word) => value.toLowerCase().includes(word));
  if (typeof value !== "object" || value === null || Buffer.isBuffer(value) || value instanceof Date)
    return false;
  if ("_bsontype" in value && value._bsontype === "Binary") return false;
  return Object.values(value).some((part) => mentionsUser(part, id, words));
}

describe("deletion after seven days", () => {
  const traces = async (person: UserRecord) => {
    const found: string[] = [];
    const words = [person.username.toLowerCase(), person.emailKey];
    for (const model of Object.values(mongoose.models)) {
      for await (const document of model.collection.find())
        if (mentionsUser(document, person._id, words)) found.push(model.modelName);
    }
    return [...new Set(found)].sort();
  };

  /** Creates one record of the user in every collection. */
  const fillCollections = async (person: UserRecord) => {
    await createEntries(Array.from({ length: 450 }, () => anEntry(memberFrom(person))));
    const batch = { days: 30, count: 1, maxRedemptions: 5, note: "" };
    const { keys } = await createTrialKeys({ id: person._id }, { tier: "tier1", ...batch });
    await redeemKey(memberFrom(person), keys[0] ?? "");
    for (const model of Object.values(mongoose.models)) {
      if (!model.schema.path("userId") || (await model.exists({ userId: person._id }))) continue;
      const mark = `trace-${person._id}`;
      const unique = model.schema.indexes().filter(([, options]) => options.unique);
      const fields = unique.flatMap(([keys]) => Object.keys(keys).map((key) => [key, mark]));
      const trace = {
        ...Object.fromEntries(fields),
        _id: model.schema.path("_id") instanceof mongoose.Schema.Types.Number ? person._id : mark,
        userId: person._id,
        note: person.username,
      };
      await model.collection.insertOne(trace as never);
    }
  };

  it(
    "removes the user from every collection and leaves others untouched",
    { tags: ["release"] },
    async () => {
      const other = await createUser({ username: "boaz_green", email: "boaz@example.test" });
      await fillCollections(user);
      await fillCollections(other);
      const [before, otherBefore] = [await traces(user), await traces(other)];
      expect(before.length).toBeGreaterThan(8);
      await startDeletion(user._id);
      at = new Date(START.getTime() + 7 * DAY - 1);
      expect(await destroyDueAccounts(signal)).toBe(0);
      at = new Date(START.getTime() + 7 * DAY);
      expect(await destroyDueAccounts(signal)).toBe(1);
      // The audit log keeps the id, because removing it would break the hash chain.
      expect(await traces(user)).toEqual(["AuditEvent"]);
      expect(JSON.stringify(await AuditEventModel.find().lean())).not.toMatch(/ruth/i);
      expect((await verifyAuditLog()).brokenAt).toBeNull();
      expect(await traces(other)).toEqual(otherBefore);
      expect(await JournalEntryModel.countDocuments({ userId: other._id })).toBe(450);
      expect(await destroyDueAccounts(signal)).toBe(0);
      await createUser({ username: "ruth_gray", email: "ruth.gray@example.test" });
    },
  );

  it("destroys the key first, and resumes after an interruption", { tags: ["release"] }, async () => {
    await fillCollections(user);
    await startDeletion(user._id);
    at = new Date(START.getTime() + 8 * DAY);
    const stop = new AbortController();
    const find = JournalEntryModel.deleteMany.bind(JournalEntryModel);
    JournalEntryModel.deleteMany = ((...args: Parameters<typeof find>) => {
      stop.abort();
      return find(...args);
    }) as typeof find;
    try {
      expect(await destroyDueAccounts(stop.signal)).toBe(0);
    } finally {
      JournalEntryModel.deleteMany = find;
    }
    expect(await JournalEntryModel.countDocuments({ userId: user._id })).toBe(250);
    expect((await record())?.crypto.keyId).toBe("");
    expect(() => memberFrom(user).journalKey()).not.toThrow();
    const left = (await record()) as UserRecord;
    expect(() => memberFrom(left).journalKey()).toThrow();
    expect(await destroyDueAccounts(signal)).toBe(1);
    expect(await record()).toBeNull();
  });
});
