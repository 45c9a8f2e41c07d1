import { beforeEach, describe, expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { AuditEventModel } from "#models/operations.server";
import { SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { createSomeone, memberBy, sealFor } from "#tests/factories/sealed";
import { createSignedIn, PASSWORD } from "#tests/factories/user";
import { callJson, cookieOf, load, sessionOf, submit } from "#tests/support/request";
import { lockBySecret } from "~/domain/identity/session-lock.server";
import type { DeviceKeyResponse } from "~/domain/journal/offline-page";
import { addIntentions } from "~/domain/journal/prayers/change-intentions.server";
import { LOCKOUTS } from "~/domain/limits/lockout";
import { memberFrom } from "~/domain/member/current-member.server";
import { deviceKey } from "~/domain/member/member-keys.server";
import { recentSecurityEvents } from "~/domain/operations/audit-log.server";
import { formOwnerToken } from "~/domain/operations/form-submissions.server";
import { onVisitTasksDone } from "~/domain/operations/on-visit-tasks.server";
import { createApiKey } from "~/domain/portability/api/api-keys.server";
import { setClock } from "~/platform/clock";
import { loader as meLoader } from "~/routes/api/auth-me";
import { loader as entriesLoader } from "~/routes/api/journal-entries";
import { action as lockAction } from "~/routes/api/lock";
import { action as loginAction } from "~/routes/auth/login/route";
import { action as unlockAction, loader as unlockLoader } from "~/routes/auth/unlock";
import { loader as shellLoader } from "~/routes/member/frame";
import { action as freeAction } from "~/routes/member/journal/free/route";
import { loader as offlineKeyLoader } from "~/routes/member/offline-key";
import { loader as offlineLoader } from "~/routes/member/offline-today";
import { loader as resumeLoader } from "~/routes/member/resume";
import { action as securityAction, loader as securityLoader } from "~/routes/member/settings/security/route";
import { action as leaveAction, loader as leaveLoader } from "~/routes/public/quick-exit";
import { decryptJson, encryptJson, importPrivateKey, importPublicKey } from "~/worker/encrypted-box";

const TEXT = "Four pages that I would not type again.";
const start = Date.now();
const at = (minutes: number) => setClock(() => new Date(start + minutes * 60_000));
beforeEach(() => at(0));

type Loader = Parameters<typeof load>[0];
const see = (session: string, path = "/settings/security", loader: Loader = securityLoader) =>
  load(loader, path, { session });
const unlock = (session: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  submit(unlockAction, "/unlock", fields, { session, headers });
/** Calls `/api/lock` as a page does. */
const callLock = (session: string, body: object) => callJson(lockAction, "/api/lock", body, { session });
const choose = (session: string, lockAfter: string) =>
  submit(securityAction, "/settings/security", { intent: "lock-after", lockAfter }, { session });
const writeFree = (session: string, fields: Record<string, string>) =>
  submit(freeAction, "/journal/free", { title: "", body: TEXT, ...fields }, { session });
const readDeviceKey = async (session: string) => {
  const answered = await see(session, "/offline/key", offlineKeyLoader);
  return { ...answered, data: answered.data as DeviceKeyResponse };
};

async function locking(minutes = "5") {
  const { user, secret } = await createSignedIn();
  const chosen = await choose(secret, minutes);
  return { user, secret, lock: cookieOf(chosen, "lock") ?? "" };
}

describe("session with an idle lock", () => {
  it("stays open while used, then requires the password and gets a new secret", async () => {
    const { user, secret } = await locking();
    for (const minute of [4, 8, 12]) {
      at(minute);
      expect((await see(secret)).data).toMatchObject({ lockAfter: 5 });
    }
    at(17);
    const lockedReply = await see(secret, "/settings/security?a=b");
    expect(lockedReply).toMatchObject({
      status: 302,
      location: "/unlock?redirectTo=%2Fsettings%2Fsecurity%3Fa%3Db",
    });
    // A full reload clears the browser's memory.
    expect(lockedReply.headers.get("X-Remix-Reload-Document")).toBe("true");
    expect((await see(secret, "/api/auth/me", meLoader)).status).toBe(401);
    // Neither another request nor a clock set back unlocks it.
    at(1);
    expect((await see(secret)).status).toBe(302);
    at(18);
    expect((await unlock(secret, { password: "Wrong-one7" })).status).toBe(401);
    const opened = await unlock(secret, { password: PASSWORD, redirectTo: "/journal/history" });
    expect(opened).toMatchObject({ status: 302, location: "/journal/history" });
    expect((await see(sessionOf(opened))).data).toMatchObject({ lockAfter: 5 });
    expect((await see(secret)).location).toContain("/auth/login");
    const [event] = await recentSecurityEvents(user._id);
    expect(event?.words).toBe("Opened after it was locked");
    expect(await SessionModel.countDocuments({ userId: user._id })).toBe(1);
  });

  it("keeps its expiry after unlocking, and counts wrong passwords as sign-in does", async () => {
    const { user, secret } = await locking("1");
    const { endsAt, adminUntil } = (await SessionModel.findOne({ userId: user._id }).lean()) ?? {};
    at(2);
    await see(secret);
    const opened = await unlock(secret, { password: PASSWORD });
    expect(await SessionModel.findOne({ userId: user._id }).lean()).toMatchObject({ endsAt, adminUntil });
    at(4);
    const again = sessionOf(opened);
    await see(again);
    for (let tried = 1; tried <= LOCKOUTS.login.failures; tried++)
      expect((await unlock(again, { password: "Wrong-one7" })).status).toBe(
        tried < LOCKOUTS.login.failures ? 401 : 429,
      );
    expect((await unlock(again, { password: PASSWORD })).status).toBe(429);
    expect(await AuditEventModel.countDocuments({ kind: "sign_in.locked", subjectId: user._id })).toBe(1);
  });

  it("is not extended when a page asks for its state, and is unlocked by its own member only", async () => {
    const { user, secret } = await locking();
    const owner = formOwnerToken(user._id);
    at(4);
    const ask = async (session = secret) => (await callLock(session, { intent: "ask", owner })).data;
    expect(await ask()).toEqual({ state: "open", leftMs: 60_000 });
    expect((await callLock(secret, { intent: "stay" })).data).toEqual({ state: "open" });
    at(8);
    expect(await ask()).toEqual({ state: "open", leftMs: 60_000 });
    at(9);
    expect(await ask()).toEqual({ state: "locked" });
    expect((await callLock(secret, { intent: "stay" })).status).toBe(401);
    const other = { intent: "unlock", owner: formOwnerToken(user._id + 1), password: PASSWORD };
    expect((await callLock(secret, other)).data).toEqual({ state: "other" });
    const wrong = await callLock(secret, { intent: "unlock", owner, password: "Wrong-one7" });
    expect(wrong).toMatchObject({ status: 401, data: { message: "That is not your password." } });
    const opened = await callLock(secret, { intent: "unlock", owner, password: PASSWORD });
    expect(opened.data).toEqual({ state: "open" });
    expect((await see(sessionOf(opened))).status).toBe(200);
    // A second covered page asks for the state with the new and with the old secret.
    expect(await ask(sessionOf(opened))).toMatchObject({ state: "open" });
    expect(await ask()).toEqual({ state: "over" });
  });

  it("can be unlocked after eleven hours, and ends at its expiry whether locked or not", async () => {
    const { secret } = await locking("1");
    at(11 * 60);
    const opened = await unlock(secret, { password: PASSWORD });
    await choose(sessionOf(opened), "");
    at(11 * 60 + 31);
    expect((await see(sessionOf(opened))).location).toContain("/auth/login");
    const again = await locking("1");
    at(11 * 60 + 31 + 12 * 60);
    expect((await see(again.secret)).location).toContain("/auth/login");
  });

  it("defers a submitted form until it is unlocked", async () => {
    const { secret } = await locking();
    const shell = await see(secret, "/journal/free", shellLoader);
    const { token, submission, owner } = (shell.data as { protection: Record<string, string> }).protection;
    at(6);
    const fields = { _token: token ?? "", _submission: submission ?? "", _owner: owner ?? "" };
    const sent = await writeFree(secret, { ...fields, intent: "finish" });
    expect(sent).toMatchObject({ status: 302, location: "/unlock?redirectTo=%2Fresume" });
    const headers = { Cookie: cookieOf(sent, "held") ?? "" };
    const shown = await load(unlockLoader, "/unlock", { session: secret, headers });
    expect(shown.data).toMatchObject({ isWaiting: true, takesPassword: true });
    // The deferred form is also sent when the member reached the unlock page by another path.
    const opened = await unlock(secret, { password: PASSWORD }, headers);
    expect(opened.location).toBe("/resume");
    const { data } = await load(resumeLoader, "/resume", { session: sessionOf(opened), headers });
    expect((data as { fields: string[][] }).fields).toContainEqual(["body", TEXT]);
  });

  it("is locked by the quick exit even when no idle lock is set, and keeps drafts", async () => {
    const { user, secret } = await createSignedIn();
    await writeFree(secret, { intent: "draft" });
    const left = await submit(leaveAction, "/leave", {}, { session: secret });
    expect(left).toMatchObject({ status: 302, location: "/leave" });
    expect(leaveLoader().headers.get("Refresh")).toBe("0; url=https://www.wikipedia.org/");
    at(1);
    expect((await see(secret)).location).toContain("/unlock");
    expect(await JournalEntryModel.countDocuments({ userId: user._id, status: "draft" })).toBe(1);
    expect((await submit(leaveAction, "/leave", {})).location).toBe("/leave");
  });

  it("leaves API keys valid when it is locked", async () => {
    const { user, secret } = await locking();
    const key = await createApiKey(memberFrom(user), { name: "A program", scope: "read" });
    at(6);
    expect((await see(secret)).status).toBe(302);
    const headers = { Authorization: `Bearer ${key}` };
    expect((await load(entriesLoader, "/api/journal/entries", { headers })).status).toBe(200);
  });

  it("sends no names of intentions for offline use", async () => {
    const { user, secret } = await createSignedIn();
    await addIntentions(memberFrom(user), { names: ["Ruth"], line: "", rhythm: { kind: "turn" } });
    const offline = async () => (await see(secret, "/offline/today", offlineLoader)).data;
    expect(await offline()).toMatchObject({ held: [{ name: "Ruth" }], lockAfter: null });
    await choose(secret, "5");
    expect(await offline()).toMatchObject({ held: [], lockAfter: 5 });
  });

  it("returns the offline queue key only while it is unlocked", async () => {
    const { user, secret } = await locking();
    const open = await readDeviceKey(secret);
    expect(open.data).toMatchObject({ owner: formOwnerToken(user._id), lockAfter: 5, key: { kty: "EC" } });
    expect(open.headers.get("Cache-Control")).toBe("no-store");
    // An earlier version of the service worker caches this response.
    expect(await see(secret, "/offline/today", offlineLoader)).not.toMatchObject({ data: { key: {} } });
    at(6);
    expect((await readDeviceKey(secret)).status).toBe(302);
    const opened = await unlock(secret, { password: PASSWORD });
    expect((await readDeviceKey(sessionOf(opened))).data).toEqual(open.data);
    const other = await createSignedIn();
    expect((await readDeviceKey(other.secret)).data.key).not.toEqual(open.data.key);
  });

  it("returns the same offline queue key after the journal was sealed", async () => {
    const lockedMember = await createSomeone();
    const before = deviceKey(lockedMember.member);
    const box = await encryptJson(await importPublicKey(before), "words");
    const { secret } = await sealFor(lockedMember);
    const { data } = await readDeviceKey(secret);
    expect(data.key).toEqual(before);
    expect(await decryptJson(await importPrivateKey(data.key), box)).toBe("words");
  });

  it("drops the keys of a sealed journal when it is locked, until the password is typed", async () => {
    const { member, secret } = await sealFor(await createSomeone());
    await choose(secret, "5");
    expect((await SessionModel.findOne({ userId: member.id }).lean())?.keys).toBeDefined();
    at(6);
    expect((await see(secret)).status).toBe(302);
    expect((await SessionModel.findOne({ userId: member.id }).lean())?.keys).toBeUndefined();
    const opened = await unlock(secret, { password: PASSWORD });
    expect((await memberBy(sessionOf(opened))).journalKey()).toEqual(member.journalKey());
    await onVisitTasksDone();
  });

  it("offers no password field to a member without a password, and rejects any password", async () => {
    const atProvider = { key: "somewhere", since: new Date(start) };
    const { user, secret } = await createSignedIn({ passwordHash: "", atProvider });
    await lockBySecret(secret);
    const shown = await see(secret, "/unlock", unlockLoader);
    expect(shown.data).toMatchObject({ takesPassword: false });
    expect((await unlock(secret, { password: "Any-password7" })).status).toBe(401);
    const call = { intent: "unlock", owner: formOwnerToken(user._id), password: "Any-password7" };
    expect((await callLock(secret, call)).status).toBe(401);
  });

  it("keeps its lock time at the next sign-in on the device, until “Never” is chosen", async () => {
    const { user, lock } = await locking("15");
    const credentials = { email: user.email, password: PASSWORD };
    const next = sessionOf(
      await submit(loginAction, "/auth/login", credentials, { headers: { Cookie: lock } }),
    );
    expect((await see(next)).data).toMatchObject({ lockAfter: 15 });
    const never = await choose(next, "");
    expect(never.headers.getSetCookie().join()).toMatch(/lock=[^;]*; Max-Age=0/);
    at(20);
    expect((await see(next)).data).toMatchObject({ lockAfter: null });
  });
});

describe("quick exit in the menu", () => {
  const menu = async (session: string) => (await see(session, "/dashboard", shellLoader)).data;
  const set = async (session: string, quickExit: string) => {
    const fields = { intent: "quick-exit", quickExit };
    return (await submit(securityAction, "/settings/security", fields, { session })).status;
  };

  it("is off in a new account until it is switched on", async () => {
    const { secret } = await createSignedIn();
    expect(await menu(secret)).toMatchObject({ shell: { hasQuickExit: false } });
    expect(await set(secret, "perhaps")).toBe(400);
    expect(await set(secret, "on")).toBe(302);
    expect(await menu(secret)).toMatchObject({ shell: { hasQuickExit: true } });
    expect(await set(secret, "off")).toBe(302);
    expect(await menu(secret)).toMatchObject({ shell: { hasQuickExit: false } });
  });

  it("stays on in an account from before the setting existed", async () => {
    const { user, secret } = await createSignedIn();
    await UserModel.updateOne({ _id: user._id }, { $unset: { quickExit: "" } });
    expect(await menu(secret)).toMatchObject({ shell: { hasQuickExit: true } });
  });
});
