import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Secret, TOTP } from "otpauth";
import { beforeEach, describe, expect, it } from "vitest";
import { storedBytes } from "#models/db/queries.server";
import { DeferredFormModel } from "#models/form-submission.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { AuditEventModel } from "#models/operations.server";
import { OutgoingMailModel } from "#models/reminders.server";
import { PendingSignInModel, SessionModel } from "#models/session.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createSignedIn, PASSWORD } from "#tests/factories/user";
import { mailedLinks } from "#tests/support/mail";
import { callJson, cookieOf, errorsOf, load, submit, visit, type Answered } from "#tests/support/request";
import { wholeApplication } from "#tests/support/whole-application";
import { resetDueJournals } from "~/domain/accounts/deletion/deletion.server";
import { DAY } from "~/domain/calendar/durations";
import { startSession } from "~/domain/identity/sessions.server";
import { enableTwoStep } from "~/domain/identity/two-step.server";
import { memberFrom } from "~/domain/member/current-member.server";
import { setClock } from "~/platform/clock";
import { action as loginCall } from "~/routes/api/auth-login";
import { action as signOutAction } from "~/routes/api/auth-logout";
import * as adminLoginPage from "~/routes/auth/admin-login";
import * as codePage from "~/routes/auth/code";
import * as loginPage from "~/routes/auth/login/route";
import * as resetPage from "~/routes/auth/reset-password/route";
import * as unlockPage from "~/routes/auth/unlock";
import * as dashboard from "~/routes/member/dashboard/route";
import * as shell from "~/routes/member/frame";
import * as entryPage from "~/routes/member/journal/entry";
import * as freePage from "~/routes/member/journal/free/route";
import * as resumePage from "~/routes/member/resume";
import * as sealPage from "~/routes/member/settings/security-seal/route";
import * as securityPage from "~/routes/member/settings/security/route";
import * as leavePage from "~/routes/public/quick-exit";

const NEXT = "Another-Water-9";
const WRONG = "Wrong-Water-9";
const NO_CODE = "ABCDE-ABCDE-ABCDE-ABCDE";
const SEAL = "/settings/security/seal";
const ELSEWHERE = { remember: true, device: "Phone" };
let user: UserRecord;
let cookie: string;
let entryPath: string;
let entryId: string;

type RouteModule = {
  loader?: (args: LoaderFunctionArgs) => unknown;
  action?: (args: ActionFunctionArgs) => unknown;
};

const ignore = () => null;
const see = ({ loader = ignore }: RouteModule, path: string, Cookie = cookie, params = {}) =>
  load(loader, path, { headers: { Cookie }, params });
/** Sends a form and keeps the session cookie of the reply. */
async function send({ action = ignore }: RouteModule, path: string, fields: Record<string, string>) {
  const done = await submit(action, path, fields, { headers: { Cookie: cookie } });
  cookie = cookieOf(done, "sid") ?? cookie;
  return done;
}
const read = (Cookie = cookie) => see(entryPage, entryPath, Cookie, { entryId });
const reads = async (Cookie = cookie) =>
  JSON.stringify((await read(Cookie)).data).includes("The heron stood.");
const onSealPage = (fields: Record<string, string>) => send(sealPage, SEAL, fields);
const toastOf = (answered: Answered): string => {
  const [, value = ""] = /^toast=([^.;]*)/.exec(cookieOf(answered, "toast") ?? "") ?? [];
  return Buffer.from(decodeURIComponent(value), "base64").toString();
};
const codesIn = ({ data }: Answered) => (data as { codes: string[] }).codes;
const shown = async () => (await see(sealPage, SEAL)).data as { sealed: { codesLeft: number } | null };
const record = () => UserModel.findById(user._id).orFail().lean();
const signIn = (password: string, redirectTo = "/journal") =>
  send(loginPage, "/auth/login", { email: user.email, password, redirectTo });
const leave = () => send({ action: signOutAction }, "/api/auth/logout", {});
const mailsSent = async () => {
  await mailedLinks("none");
  return (await OutgoingMailModel.find().sort({ _id: 1 }).lean()).map(({ kind }) => kind).sort();
};
async function seal(): Promise<string[]> {
  const codes = codesIn(await onSealPage({ intent: "seal", currentPassword: PASSWORD }));
  expect((await onSealPage({ intent: "confirm", code: codes[4] ?? "" })).location).toBe(SEAL);
  return codes;
}
async function openReset(): Promise<string> {
  await send(resetPage, "/auth/reset-password", { email: user.email });
  const token = (await mailedLinks("reset-password")).at(-1) ?? "";
  return cookieOf(await see(resetPage, `/auth/reset-password?token=${token}`), "link-reset") ?? "";
}
const choose = (Cookie: string, fields: Record<string, string> = {}) =>
  submit(
    resetPage.action,
    "/auth/reset-password?step=choose",
    { password: NEXT, confirmPassword: NEXT, ...fields },
    { headers: { Cookie } },
  );
/** Expects the text beside the field of a refused form. */
const expectRefused = (result: Answered, field: string, text: string) =>
  expect([result.status, errorsOf(result)]).toEqual([401, { [field]: [text] }]);

beforeEach(async () => {
  const made = await createSignedIn({ email: "known@example.test" });
  ({ user } = made);
  entryId = (await createEntry(memberFrom(user), { content: { body: "The heron stood." } }))._id;
  entryPath = `/journal/entries/${entryId}`;
  const { headers } = (await visit("/", { session: made.secret })).request;
  cookie = headers.get("Cookie") ?? "";
});

describe("/settings/security/seal", () => {
  it("shows eight codes after the password and seals nothing yet", async () => {
    const refused = await onSealPage({ intent: "seal", currentPassword: WRONG });
    expectRefused(refused, "currentPassword", "That is not your password.");
    const offered = await onSealPage({ intent: "seal", currentPassword: PASSWORD });
    expect(new Set(codesIn(offered)).size).toBe(8);
    expect(await shown()).toMatchObject({ sealed: null, isOffered: true });
    expect((await record()).sealing).toBeNull();
    expect(await mailsSent()).toEqual([]);
  });

  it("seals after one of the codes, reports a wrong one beside the field, and starts a new session", async () => {
    const phone = cookie;
    const codes = codesIn(await onSealPage({ intent: "seal", currentPassword: PASSWORD }));
    const refused = await onSealPage({ intent: "confirm", code: NO_CODE });
    expectRefused(refused, "code", "That is not one of your eight codes.");
    expect(await shown()).toMatchObject({ sealed: null, isOffered: true });
    const done = await onSealPage({ intent: "confirm", code: codes[7] ?? "" });
    expect([done.status, done.location]).toEqual([302, SEAL]);
    expect(await shown()).toMatchObject({ sealed: { codesLeft: 8 } });
    expect(await reads()).toBe(true);
    expect((await read(phone)).location).toContain("/auth/login");
    expect(await mailsSent()).toEqual(["journal-sealed"]);
  });

  it("unseals with the password only and sends an email", async () => {
    await seal();
    const refused = await onSealPage({ intent: "unseal", currentPassword: WRONG });
    expectRefused(refused, "currentPassword", "That is not your password.");
    expect((await shown()).sealed).not.toBeNull();
    expect((await onSealPage({ intent: "unseal", currentPassword: PASSWORD })).location).toBe(SEAL);
    expect((await shown()).sealed).toBeNull();
    expect(await reads()).toBe(true);
    expect(await mailsSent()).toEqual(["journal-sealed", "journal-unsealed"]);
  });
});

describe("sealed journal", () => {
  it("opens at the requested page after a new sign-in, but not in a session that was ended elsewhere", async () => {
    await seal();
    const old = cookie;
    expect((await leave()).status).toBe(204);
    expect((await read(old)).location).toBe(`/auth/login?redirectTo=${encodeURIComponent(entryPath)}`);
    expect((await signIn(WRONG)).status).toBe(401);
    expect((await signIn(PASSWORD, entryPath)).location).toBe(entryPath);
    expect(await reads()).toBe(true);
    expect(await reads(old)).toBe(false);
    // A second browser starts its own session, which the first one ends.
    const here = cookie;
    cookie = "";
    await signIn(PASSWORD);
    expect(await reads(here)).toBe(true);
    await send(securityPage, "/settings/security", { intent: "end-others" });
    expect((await read(here)).location).toContain("/auth/login");
    expect(await reads()).toBe(true);
  });

  it("requests the password from a session without keys, on every page", async () => {
    await seal();
    await SessionModel.updateMany({ userId: user._id }, { $unset: { keys: 1 } });
    const lockedReply = await read();
    const location = `/auth/login?redirectTo=${encodeURIComponent(entryPath)}`;
    expect(lockedReply).toMatchObject({ status: 302, location });
    expect((await see(dashboard, "/dashboard")).location).toContain("/auth/login");
    // The sign-in page does not treat the locked session as signed in.
    expect((await see(loginPage, lockedReply.location ?? "")).data).toMatchObject({ redirectTo: entryPath });
    expect((await signIn(PASSWORD, entryPath)).location).toBe(entryPath);
    expect(await reads()).toBe(true);
  });

  it("defers a form sent by a session without keys until its owner has typed the password", async () => {
    await seal();
    const { data } = await see(shell, "/journal/free");
    const { token, submission, owner } = (data as { protection: Record<string, string> }).protection;
    await SessionModel.updateMany({ userId: user._id }, { $unset: { keys: 1 } });
    const own = { _token: token ?? "", _submission: submission ?? "", _owner: owner ?? "" };
    const text = { intent: "finish", title: "", body: "Written on the train." };
    const sent = await send(freePage, "/journal/free", { ...own, ...text });
    expect([sent.status, sent.location]).toEqual([302, "/auth/login?redirectTo=%2Fresume"]);
    const deferred = await DeferredFormModel.find().lean();
    expect(deferred.map(({ sealed }) => Buffer.from(storedBytes(sealed)).includes("train"))).toEqual([false]);
    const opening = cookieOf(sent, "held") ?? "";
    expect((await signIn(PASSWORD, "/resume")).location).toBe("/resume");
    const back = await see(resumePage, "/resume", `${cookie}; ${opening}`);
    expect((back.data as { fields: string[][] }).fields).toContainEqual(["body", text.body]);
  });

  it("opens after password and two-step code, and not after the password only", async () => {
    await seal();
    const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
    const codeAt = (at: Date) =>
      TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at.getTime() });
    const past = new Date(Date.now() - 600_000);
    setClock(() => past);
    await enableTwoStep(memberFrom(await record()), secret, codeAt(past));
    setClock();
    await leave();
    cookie = "";
    const first = await signIn(PASSWORD, entryPath);
    expect([first.location, cookieOf(first, "sid")]).toEqual(["/auth/code", undefined]);
    const pending = cookieOf(first, "pending") ?? "";
    expect((await read(pending)).location).toContain("/auth/login");
    cookie = pending;
    expect(await PendingSignInModel.countDocuments({ userId: user._id })).toBe(1);
    expect((await send(codePage, "/auth/code", { code: "000000" })).status).toBe(401);
    const second = await send(codePage, "/auth/code", { code: codeAt(new Date()) });
    expect(second.location).toBe(entryPath);
    expect(await reads()).toBe(true);
    expect(await PendingSignInModel.countDocuments({})).toBe(0);
    expect((await see(codePage, "/auth/code", pending)).location).toBe("/auth/login");
  });
});

describe("recovery codes of a sealed journal", () => {
  it("are announced on the dashboard when two remain", async () => {
    await seal();
    const few = async () => (await see(dashboard, "/dashboard")).data as { fewCodes: number | null };
    expect((await few()).fewCodes).toBeNull();
    const byCode = (await record()).sealing?.byCode ?? [];
    const keep = async (count: number) =>
      UserModel.updateOne({ _id: user._id }, { $set: { "sealing.byCode": byCode.slice(0, count) } });
    await keep(3);
    expect((await few()).fewCodes).toBeNull();
    await keep(2);
    expect((await few()).fewCodes).toBe(2);
    await onSealPage({ intent: "newcodes", currentPassword: PASSWORD });
    expect((await few()).fewCodes).toBeNull();
  });
});

describe("journal reset without codes", () => {
  const SEVEN_DAYS = 7 * DAY;
  const at = new Date("2026-11-21T12:00:00Z");
  const never = new AbortController().signal;
  const requestReset = async () => {
    await seal();
    return choose(await openReset(), { intent: "abandon" });
  };
  beforeEach(() => setClock(() => at));

  it("explains the loss, waits seven days, and is cancelled by the old password", async () => {
    await seal();
    const link = await openReset();
    const { data } = await see(resetPage, "/auth/reset-password?step=abandon", link);
    expect(data).toMatchObject({ step: "abandon" });
    expect((await choose(link, { intent: "abandon", password: "short" })).status).toBe(400);
    expect(await choose(link, { intent: "abandon" })).toMatchObject({ status: 302, location: "/auth/login" });
    expect((await choose(link, { intent: "abandon" })).status).toBe(410);
    setClock(() => new Date(at.getTime() + SEVEN_DAYS - 1));
    expect(await resetDueJournals(never)).toBe(0);
    const early = await signIn(NEXT);
    expect(early.status).toBe(403);
    expect(JSON.stringify(early.data)).toContain("28 November 2026");
    expect((await signIn(PASSWORD)).location).toBe("/journal");
    expect(await reads()).toBe(true);
    expect((await record()).beginning).toBeNull();
    setClock(() => new Date(at.getTime() + SEVEN_DAYS + 1));
    expect(await resetDueJournals(never)).toBe(0);
    expect((await signIn(NEXT)).status).toBe(401);
  });

  it("ends every session when it is requested, and the next sign-in reports its cancellation", async () => {
    const phone = (await visit("/", { session: (await startSession(user, ELSEWHERE)).secret })).request;
    await seal();
    expect(await reads()).toBe(true);
    const resetReply = await choose(await openReset(), { intent: "abandon" });
    expect(toastOf(resetReply)).toContain("Every device has been signed out.");
    for (const Cookie of [cookie, phone.headers.get("Cookie") ?? ""])
      expect((await read(Cookie)).location).toContain("/auth/login");
    expect(await SessionModel.countDocuments({ userId: user._id })).toBe(0);
    expect(toastOf(await signIn(PASSWORD))).toContain("Your journal stays");
    expect(await reads()).toBe(true);
  });

  /** Creates a pending reset that leaves the session open, as an earlier version did. */
  const createPendingReset = async () => {
    await seal();
    const beginning = { passwordHash: "x", endsAt: new Date(at.getTime() + SEVEN_DAYS), emptying: false };
    await UserModel.updateOne({ _id: user._id }, { $set: { beginning } });
  };
  const pageAt = async (path: string) =>
    (
      await (await wholeApplication()).serve((await visit(path, { headers: { Cookie: cookie } })).request)
    ).text();

  it("is shown on every page while pending, with a button to cancel it", { tags: ["release"] }, async () => {
    await UserModel.updateOne({ _id: user._id }, { $set: { isAdmin: true } });
    await createPendingReset();
    for (const path of ["/dashboard", "/journal/free", "/settings/data", "/admin/users"]) {
      const page = await pageAt(path);
      expect(page).toContain("Your journal will be destroyed on 28 November 2026");
      expect(page).toMatch(
        /<form[^>]* action="\/settings\/security\/seal"(?:(?!<\/form>).)* name="intent" value="keep"/s,
      );
    }
    const cancelReply = await onSealPage({ intent: "keep" });
    expect([cancelReply.status, cancelReply.location]).toEqual([302, "/dashboard"]);
    expect(await pageAt("/dashboard")).not.toContain("will be destroyed");
    expect((await record()).beginning).toBeNull();
    setClock(() => new Date(at.getTime() + SEVEN_DAYS));
    expect(await resetDueJournals(never)).toBe(0);
  });

  const openings: Record<string, (password: string) => Promise<unknown>> = {
    "confirms a change": (currentPassword) => onSealPage({ intent: "newcodes", currentPassword }),
    "signs in by a JSON call": (password) =>
      callJson(loginCall, "/api/auth/login", { email: user.email, password }),
    "signs in to the administrators' area": (password) =>
      send(adminLoginPage, "/admin-login", { email: user.email, password }),
    "unlocks a session": async (password) => {
      await send(leavePage, "/leave", {});
      await send(unlockPage, "/unlock", { password });
    },
  };
  it.each(Object.entries(openings))("is cancelled when the right password %s", async (_where, open) => {
    await createPendingReset();
    await open(WRONG);
    expect((await record()).beginning).not.toBeNull();
    await open(PASSWORD);
    expect((await record()).beginning).toBeNull();
    expect(await AuditEventModel.countDocuments({ kind: "journal.beginning_undone" })).toBe(1);
  });

  it("is cancelled by a recovery code", async () => {
    const codes = await seal();
    await choose(await openReset(), { intent: "abandon" });
    const fields = {
      recoveryCode: codes[0] ?? "",
      password: "Third-Water-9",
      confirmPassword: "Third-Water-9",
    };
    expect((await choose(await openReset(), fields)).status).toBe(302);
    expect((await record()).beginning).toBeNull();
    expect(await AuditEventModel.countDocuments({ kind: "journal.beginning_undone" })).toBe(1);
    await signIn("Third-Water-9");
    expect(await reads()).toBe(true);
  });

  it("destroys the text after seven days, keeps the account, and sends an email", async () => {
    await requestReset();
    setClock(() => new Date(at.getTime() + SEVEN_DAYS));
    expect(await resetDueJournals(never)).toBe(1);
    expect(await JournalEntryModel.countDocuments({ userId: user._id })).toBe(0);
    expect(await record()).toMatchObject({ username: user.username, sealing: null, beginning: null });
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn(NEXT)).location).toBe("/journal");
    const made = await createEntry(memberFrom(await record()), { content: { body: "A new page." } });
    const page = await see(entryPage, `/journal/entries/${made._id}`, cookie, { entryId: made._id });
    expect(JSON.stringify(page.data)).toContain("A new page.");
    expect(await mailsSent()).toEqual(expect.arrayContaining(["beginning-asked", "begun-again"]));
    const kind = /^journal\.(beginning_asked|begun_again)$/;
    expect(await AuditEventModel.countDocuments({ kind })).toBe(2);
  });

  it("resumes after an interruption and rejects sign-ins until it has finished", async () => {
    await requestReset();
    setClock(() => new Date(at.getTime() + SEVEN_DAYS));
    let looked = 0;
    const cutOff = {
      get aborted() {
        return looked++ > 0;
      },
    } as AbortSignal;
    expect(await resetDueJournals(cutOff)).toBe(0);
    expect(await record()).toMatchObject({ sealing: null, beginning: { emptying: true } });
    expect(await JournalEntryModel.countDocuments({ userId: user._id })).toBe(1);
    for (const password of [PASSWORD, NEXT]) expect((await signIn(password)).location).toBeNull();
    expect(await resetDueJournals(never)).toBe(1);
    expect(await JournalEntryModel.countDocuments({ userId: user._id })).toBe(0);
    expect((await signIn(NEXT)).location).toBe("/journal");
  });

  it("either completes or is cancelled when the old password arrives concurrently", async () => {
    await requestReset();
    setClock(() => new Date(at.getTime() + SEVEN_DAYS));
    await Promise.all([signIn(PASSWORD), resetDueJournals(never)]);
    const { sealing, beginning } = await record();
    const left = await JournalEntryModel.countDocuments({ userId: user._id });
    expect([beginning, left]).toEqual([null, sealing ? 1 : 0]);
  });

  it("is refused for an unsealed journal", async () => {
    expect((await choose(await openReset(), { intent: "abandon" })).status).toBe(410);
    expect((await record()).beginning).toBeNull();
  });
});
