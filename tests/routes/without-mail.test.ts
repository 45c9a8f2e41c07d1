import { beforeEach, describe, expect, it } from "vitest";
import { AuditEventModel } from "#models/operations.server";
import { UserModel } from "#models/user.server";
import { createSignedIn, createUser, PASSWORD } from "#tests/factories/user";
import { cookieOf, load, submit } from "#tests/support/request";
import { createInvitation } from "~/domain/accounts/invitations/invitations.server";
import { HOUR } from "~/domain/calendar/durations";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { loader as alertsLoader } from "~/routes/admin/alerts";
import { action as userAction, loader as userLoader } from "~/routes/admin/user";
import { action as loginAction } from "~/routes/auth/login/route";
import { action as registerAction } from "~/routes/auth/register/route";
import { action as resetAction, loader as resetLoader } from "~/routes/auth/reset-password/route";
import { action as dashboard } from "~/routes/member/dashboard/route";
import { loader as frame } from "~/routes/member/frame";
import { action as securityAction } from "~/routes/member/settings/security/route";
import { admin } from "../../scripts/commands/admin";

const AT = new Date("2026-11-21T12:00:00Z");
const smtp = env.SMTP_URL;
let secret: string;
beforeEach(async () => {
  setClock(() => AT);
  env.SMTP_URL = undefined;
  ({ secret } = await createSignedIn({ isAdmin: true, username: "warden" }));
});

const uncle = { emailVerifiedAt: null, email: "uncle@example.test", username: "uncle" };
const manage = (userId: number, intent: string, session = secret, currentPassword = PASSWORD) =>
  submit(
    userAction,
    `/admin/users/${userId}`,
    { intent, ...(intent === "resetlink" && currentPassword && { currentPassword }) },
    { session, params: { userId: String(userId) } },
  );
const signIn = (password = PASSWORD) => submit(loginAction, "/login", { email: uncle.email, password });
const linkOf = (answered: { data: unknown }) => (answered.data as { link?: string }).link ?? "";
const userPage = async (id: number) =>
  (await load(userLoader, `/admin/users/${id}`, { session: secret, params: { userId: String(id) } })).data;
/** Opens a link and sets a new password with its cookie. */
const choose = async (link: string, password: string) => {
  const { pathname, search } = new URL(link);
  const opened = await load(resetLoader, pathname + search);
  const Cookie = (opened.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
  const fields = { password, confirmPassword: password };
  return submit(resetAction, `${pathname}?step=choose`, fields, { headers: { Cookie } });
};

describe("instance without email", () => {
  it("registers an account with an invitation link, as verified", async () => {
    const link = new URL(await createInvitation(null, ""));
    const fields = {
      username: "aunt",
      email: "aunt@example.test",
      password: PASSWORD,
      confirmPassword: PASSWORD,
      agreeToTerms: "on",
      invitation: link.searchParams.get("invitation") ?? "",
    };
    expect((await submit(registerAction, "/auth/register", fields)).location).toBe("/dashboard");
    expect((await UserModel.findOne({ username: "aunt" }).lean())?.emailVerifiedAt).not.toBeNull();
  });

  it("announces the approval of a new account on the next page, not in a toast", async () => {
    const fields = {
      username: "cousin",
      email: "cousin@example.test",
      password: PASSWORD,
      confirmPassword: PASSWORD,
      agreeToTerms: "on",
    };
    const registered = await submit(registerAction, "/auth/register", fields);
    expect(registered.location).toBe("/verify-email?email=cousin%40example.test");
    expect(cookieOf(registered, "registered")).toBeDefined();
    expect(cookieOf(registered, "toast")).toBeUndefined();
  });

  it("rejects a sign-in with an explanation until an administrator approves the account", async () => {
    const { _id } = await createUser(uncle);
    const notice = { title: "Your account has not been approved yet" };
    expect(await signIn()).toMatchObject({ status: 403, data: { notice } });
    const waiting = async () => (await load(alertsLoader, "/admin/alerts", { session: secret })).data;
    expect(await waiting()).toMatchObject({ waiting: 1 });
    expect((await manage(_id, "letin")).status).toBe(302);
    for (const id of [_id, 999_999]) expect((await manage(id, "letin")).status).toBe(409);
    expect((await signIn()).location).toBe("/dashboard");
    expect(await waiting()).toMatchObject({ waiting: 0 });
    expect(await AuditEventModel.countDocuments({ kind: "admin.let_in", subjectId: _id })).toBe(1);
  });

  it("shows a reset link that works once, and stores only its hash", async () => {
    const { _id } = await createUser({ ...uncle, emailVerifiedAt: AT });
    const made = await manage(_id, "resetlink");
    expect(made.headers.get("Cache-Control")).toBe("no-store");
    const link = linkOf(made);
    expect(link).toMatch(/^http:\/\/localhost:3000\/auth\/reset-password\?token=[\w-]{20,}$/);
    const token = new URL(link).searchParams.get("token") ?? "";
    const event = await AuditEventModel.findOne({ kind: "admin.reset_link_made", subjectId: _id }).lean();
    expect(JSON.stringify([event, await UserModel.findById(_id).lean()])).not.toContain(token);
    expect((await choose(link, "Brand-new-7")).status).toBe(302);
    expect((await signIn("Brand-new-7")).location).toBe("/dashboard");
    expect((await choose(link, "Brand-new-8")).status).toBe(410);
  });

  it("creates a reset link only after the administrator's password", async () => {
    const { _id } = await createUser({ ...uncle, emailVerifiedAt: AT });
    const lastResult = { error: { currentPassword: [expect.any(String)] } };
    for (const [typed, status] of Object.entries({ "": 400, "Wrong-Water-9": 401 }))
      expect(await manage(_id, "resetlink", secret, typed)).toMatchObject({ status, data: { lastResult } });
    expect((await UserModel.findById(_id).lean())?.tokens).toEqual([]);
  });

  it("creates reset links for the first administrator only by the command line", async () => {
    const first = await createUser({ _id: 1, email: "first@example.test" });
    for (const session of [secret, (await createSignedIn({ isAdmin: true })).secret])
      expect(await manage(1, "resetlink", session)).toMatchObject({
        status: 403,
        data: { notice: { title: "Only by the command line" } },
      });
    expect((await UserModel.findById(1).lean())?.tokens).toEqual([]);
    expect(await userPage(1)).toMatchObject({ mayHandOver: false, onlyByCommand: true });
    expect(await admin(["reset-link", "--email", first.email])).toMatch(/token=/);
  });

  it("notifies the member of a reset link at the next visit until dismissed", async () => {
    const { user, secret: session } = await createSignedIn({ ...uncle, emailVerifiedAt: AT });
    const noteOf = async () =>
      ((await load(frame, "/journal", { session })).data as { resetLink: object | null }).resetLink;
    expect(await noteOf()).toBeNull();
    await manage(user._id, "resetlink");
    expect(await noteOf()).toEqual({ day: "21 November 2026" });
    const read = await submit(dashboard, "/dashboard", { intent: "resetLinkRead" }, { session });
    expect(read.location).toBe("/dashboard");
    expect(await noteOf()).toBeNull();
  });

  it("expires a link after half an hour or with the next one", async () => {
    const { _id } = await createUser({ ...uncle, emailVerifiedAt: AT });
    const first = linkOf(await manage(_id, "resetlink"));
    const second = linkOf(await manage(_id, "resetlink"));
    expect((await choose(first, "Brand-new-7")).status).toBe(410);
    setClock(() => new Date(AT.getTime() + HOUR / 2 + 1));
    expect((await choose(second, "Brand-new-7")).status).toBe(410);
  });

  it("changes an email address immediately, and rejects one that is in use", async () => {
    await createUser(uncle);
    const { user, secret: session } = await createSignedIn({ email: "old@example.test" });
    const change = (email: string) => {
      const fields = { intent: "email", email, currentPassword: PASSWORD };
      return submit(securityAction, "/settings/security", fields, { session });
    };
    expect(await change(uncle.email)).toMatchObject({
      status: 409,
      data: { lastResult: { error: { email: [expect.any(String)] } } },
    });
    expect((await change("new@example.test")).status).toBe(302);
    expect((await UserModel.findById(user._id).lean())?.email).toBe("new@example.test");
  });

  it("approves accounts and creates reset links by the command line", async () => {
    await createUser(uncle);
    expect(await admin(["letin", "--email", "Uncle@example.test"])).toBe("Let in.");
    await expect(admin(["letin", "--email", uncle.email])).rejects.toThrow("Nobody");
    expect(await admin(["reset-link", "--email", uncle.email])).toMatch(/^http:\/\/\S+token=\S+$/);
    await expect(admin(["reset-link", "--email", "nobody@example.test"])).rejects.toThrow("no account");
  });
});

describe("instance with email", () => {
  it("creates no reset link for an administrator, because emails contain it", async () => {
    env.SMTP_URL = smtp;
    const { _id } = await createUser({ ...uncle, emailVerifiedAt: AT });
    expect((await manage(_id, "resetlink")).status).toBe(409);
    await expect(admin(["reset-link", "--email", uncle.email])).rejects.toThrow("sends email");
    expect(await userPage(_id)).toMatchObject({ mayHandOver: false, waits: false });
  });
});
