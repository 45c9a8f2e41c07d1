import mongoose from "mongoose";
import { describe, expect, it } from "vitest";
import { SubmissionModel } from "#models/form-submission.server";
import { OutgoingMailModel } from "#models/reminders.server";
import { SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { createSignedIn, createUser, PASSWORD } from "#tests/factories/user";
import { callJson, cookieOf, errorsOf, load, sessionOf, submit, type Answered } from "#tests/support/request";
import { aroundWrites } from "#tests/support/stop-at-write";
import { createAdministrator } from "~/domain/accounts/registration/setup.server";
import { LOCKOUTS } from "~/domain/limits/lockout";
import { claimMail, collectPendingMail } from "~/domain/reminders/mail/outbox.server";
import { env } from "~/platform/env.server";
import { action as apiLogin } from "~/routes/api/auth-login";
import { action as apiLogout } from "~/routes/api/auth-logout";
import { loader as apiMe } from "~/routes/api/auth-me";
import { action as apiRegister } from "~/routes/api/auth-register";
import { loader as authFrame } from "~/routes/auth/frame";
import { action as loginAction, loader as loginLoader } from "~/routes/auth/login/route";
import { action as logoutAction } from "~/routes/auth/logout";
import { action as registerAction } from "~/routes/auth/register/route";
import { action as verifyAction, loader as verifyLoader } from "~/routes/auth/verify-email/route";

const PERSON = {
  username: "quiet_one",
  email: "quiet@example.test",
  password: "Stillness7",
  confirmPassword: "Stillness7",
};
const AGREED = { ...PERSON, agreeToTerms: "on" };

type Reply = {
  lastResult: { initialValue?: Record<string, unknown> };
  notice?: { title: string; text: string };
};
const reply = (result: Answered) => result.data as Reply;
const registerForm = (fields: Record<string, string>, extra = {}) =>
  submit(registerAction, "/auth/register", fields, extra);
const registerCall = (body: unknown, extra = {}) => callJson(apiRegister, "/api/auth/register", body, extra);
const loginForm = (fields: Record<string, string>, extra = {}) =>
  submit(loginAction, "/auth/login", fields, extra);
const loginCall = (body: unknown, extra = {}) => callJson(apiLogin, "/api/auth/login", body, extra);

describe("registration", () => {
  it("creates an unverified account with an id from 2 and its email in the same write", async () => {
    const result = await registerForm(AGREED);
    expect(result).toMatchObject({ status: 302, location: "/verify-email?email=quiet%40example.test" });
    expect(cookieOf(result, "toast")).toBeDefined();
    const user = await UserModel.findOne({ usernameKey: "quiet_one" }).lean();
    expect(user).toMatchObject({
      _id: 2,
      isAdmin: false,
      emailVerifiedAt: null,
      subscriptionTier: "free",
      promptSetPreference: "daily_habit",
    });
    expect(user?.pendingMail).toHaveLength(1);
    expect(user?.passwordHash).toMatch(/^v1\$[0-9a-f]{8}\$2b\$04\$/);
    expect(JSON.stringify(user)).not.toContain("Stillness7");
  });

  it.each([
    [{ email: "other@example.test" }, "username", "This username already exists"],
    [{ username: "QUIET_ONE", email: "other@example.test" }, "username", "This username already exists"],
    [{ username: "another" }, "email", "An account with this email already exists"],
    [
      { username: "another", email: "QUIET@Example.TEST" },
      "email",
      "An account with this email already exists",
    ],
  ])("rejects %j by form and JSON when its name or address is taken", async (change, field, message) => {
    await createUser({ username: "quiet_one", email: "quiet@example.test" });
    const form = await registerForm({ ...AGREED, ...change });
    expect(form.status).toBe(409);
    expect(errorsOf(form)).toEqual({ [field]: [message] });
    expect(reply(form).notice).toEqual({ title: "Account already exists", text: message });
    const json = await registerCall({ ...PERSON, ...change });
    expect(json).toMatchObject({ status: 409, data: { message, errors: { [field]: [message] } } });
  });

  it("creates one account for twenty concurrent registrations of a name", { tags: ["release"] }, async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        registerForm({ ...AGREED, email: `p${index}@example.test` }, { address: `192.0.2.${index}` }),
      ),
    );
    expect(results.filter(({ status }) => status === 302)).toHaveLength(1);
    expect(results.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await UserModel.countDocuments({ usernameKey: "quiet_one" })).toBe(1);
  });

  it("treats a form sent ten times concurrently as one registration", async () => {
    const headers = { Cookie: "visitor=InZpc2l0b3IxIg%3D%3D" };
    const results = await Promise.all(
      Array.from({ length: 10 }, () => registerForm({ ...AGREED, _submission: "abcdefgh1234" }, { headers })),
    );
    expect(new Set(results.map(({ status, location }) => `${status} ${location}`))).toEqual(
      new Set(["302 /verify-email?email=quiet%40example.test"]),
    );
    while ((await collectPendingMail()) > 0);
    expect(await OutgoingMailModel.countDocuments()).toBe(1);
  });

  it("is locked for a network for 60 seconds after too many failures", async () => {
    await createUser({ username: "quiet_one" });
    for (let attempt = 1; attempt < LOCKOUTS.registration.failures; attempt++)
      expect((await registerForm(AGREED)).status).toBe(409);
    const last = await registerForm(AGREED);
    expect(last.status).toBe(429);
    expect(last.headers.get("Retry-After")).toBe("60");
    expect(reply(last).notice).toMatchObject({
      title: "Too many registration attempts",
      text: "Please wait 60 seconds before trying again.",
    });
    expect((await registerForm({ ...AGREED, username: "free_name" })).status).toBe(429);
    const elsewhere = { address: "198.51.100.7" };
    expect((await registerForm({ ...AGREED, username: "free_name" }, elsewhere)).status).toBe(302);
  });

  it("reveals existing accounts to a subnet twenty times a day, then only by email", async () => {
    await createUser({ username: "quiet_one", email: "owner@example.test" });
    const taken = { ...AGREED, email: "owner@example.test", username: "another_name" };
    const from = (host: number) => ({ address: `198.51.100.${host}` });
    for (let host = 1; host <= 20; host++)
      expect((await registerForm(taken, from(host))).status, `${host}`).toBe(409);
    expect(await registerForm(taken, from(21))).toMatchObject({
      status: 302,
      location: "/verify-email?email=owner%40example.test",
    });
    const email = "new@example.test";
    expect(await registerCall({ ...PERSON, email }, from(22))).toMatchObject({
      status: 201,
      data: { username: "quiet_one", email },
    });
    expect(await UserModel.countDocuments()).toBe(1);
    const mails = await OutgoingMailModel.find().sort({ kind: 1 }).lean();
    expect(mails.map(({ kind }) => kind)).toEqual(["have-account", "name-taken"]);
    expect((await claimMail())?.mail.to).toBe("owner@example.test");
    expect((await registerForm(taken, { address: "203.0.113.7" })).status).toBe(409);
  });

  it("sends at most three emails and locks no one out when ENUMERATION_SAFE is set", async () => {
    await createUser({ username: "quiet_one" });
    env.ENUMERATION_SAFE = true;
    for (let attempt = 1; attempt <= 6; attempt++) expect((await registerForm(AGREED)).status).toBe(302);
    expect(await OutgoingMailModel.countDocuments({ kind: "name-taken" })).toBe(3);
  });

  it("ignores unknown fields", async () => {
    const unknown = { isAdmin: "1", id: "1", subscriptionTier: "tier2", emailVerifiedAt: "2026-01-01" };
    await registerForm({ ...AGREED, ...unknown });
    const expected = { _id: 2, isAdmin: false, subscriptionTier: "free", emailVerifiedAt: null };
    expect(await UserModel.findOne({ usernameKey: "quiet_one" }).lean()).toMatchObject(expected);
  });
});

describe("form validation", () => {
  it("reports invalid fields of a registration and keeps the input except passwords, by form and JSON", async () => {
    const change = { username: "ab", confirmPassword: "Stillness8", agreeToTerms: "" };
    const errors = {
      username: ["Username must be at least 3 characters long"],
      confirmPassword: ["Passwords do not match"],
    };
    const form = await registerForm({ ...AGREED, ...change });
    expect(form.status).toBe(400);
    expect(errorsOf(form)).toEqual({
      ...errors,
      agreeToTerms: ["You must agree to the terms and privacy policy"],
    });
    expect(reply(form).lastResult.initialValue).toMatchObject({ username: "ab", email: PERSON.email });
    expect(JSON.stringify(form.data)).not.toContain("Stillness");
    expect(await registerCall({ ...PERSON, ...change })).toMatchObject({ status: 400, data: { errors } });
    expect(await UserModel.countDocuments()).toBe(0);
  });

  it("reports invalid fields of a sign-in, by form and JSON", async () => {
    const fields = { email: "", password: "12345" };
    const errors = {
      email: ["Email is required"],
      password: ["Password must be at least 6 characters long"],
    };
    const form = await loginForm(fields);
    expect(form.status).toBe(400);
    expect(errorsOf(form)).toEqual(errors);
    expect(await loginCall(fields)).toMatchObject({ status: 400, data: { errors } });
  });

  it.each(["Password1", "Welcome1", "Jesus1234", "Stillandknow1", "Quiet_one1"])(
    "rejects the common password %s",
    async (password) => {
      const form = await registerForm({ ...AGREED, password, confirmPassword: password });
      expect(form.status).toBe(400);
      expect(errorsOf(form).password?.[0]).toContain("easy to guess");
    },
  );
});

describe("administrators created by the command line", () => {
  it("get id 1 and then the next ids; registrations never get 1", async () => {
    await registerForm(AGREED);
    const create = (username: string, password = "Brand-new-7") =>
      createAdministrator({ username, email: `${username}@example.test`, password });
    expect(await create("chief")).toMatchObject({ ok: true, id: 1 });
    expect(await create("second")).toMatchObject({ ok: true, id: 3 });
    expect(await UserModel.findById(2).lean()).toMatchObject({ username: "quiet_one", isAdmin: false });
    expect(await create("third", "Password1")).toEqual({ ok: false, code: "password_common" });
  });
});

describe("verification", () => {
  /** Registers an account. @returns the cookie that marks the browser as the one that registered */
  const register = async (change = {}) =>
    cookieOf(await registerForm({ ...AGREED, ...change }), "registered") ?? "";
  const mailedToken = async () => {
    while ((await collectPendingMail()) > 0);
    return /verify-email\?token=([\w-]+)/.exec((await claimMail())?.mail.text ?? "")?.[1] ?? "";
  };
  const open = (token: string) => load(verifyLoader, `/verify-email?token=${token}`);
  const press = (...cookies: (string | undefined)[]) =>
    submit(verifyAction, "/verify-email", { intent: "verify" }, { headers: { Cookie: cookies.join("; ") } });
  /** Opens the next mailed link and submits its form. */
  const follow = async (...cookies: string[]) =>
    press(cookieOf(await open(await mailedToken()), "link-verify"), ...cookies);

  it("happens when the button is pressed, not when the link is opened, and the token leaves the URL", async () => {
    await register();
    const opened = await open(await mailedToken());
    expect(opened).toMatchObject({ status: 302, location: "/verify-email" });
    expect((await UserModel.findOne().lean())?.emailVerifiedAt).toBeNull();
    const done = await press(cookieOf(opened, "link-verify"));
    expect(done).toMatchObject({ status: 302, location: "/auth/login" });
    expect((await UserModel.findOne().lean())?.emailVerifiedAt).toBeInstanceOf(Date);
  });

  it("succeeds once when eight requests arrive concurrently", async () => {
    await register();
    const cookie = cookieOf(await open(await mailedToken()), "link-verify");
    const results = await Promise.all(Array.from({ length: 8 }, () => press(cookie)));
    expect(results.filter(({ status }) => status === 302)).toHaveLength(1);
    expect(results.filter(({ status }) => status === 410)).toHaveLength(7);
  });

  it("stores no usable token", async () => {
    await register();
    const token = await mailedToken();
    const stored = JSON.stringify([await UserModel.find().lean(), await OutgoingMailModel.find().lean()]);
    expect(token.length).toBeGreaterThan(40);
    expect(stored).not.toContain(token);
    expect(stored.replace(/"quiet@example.test"/g, "")).not.toContain("quiet@");
  });

  it("signs in the browser that registered, and clears its cookie", async () => {
    const done = await follow(await register());
    expect(done.location).toBe("/dashboard");
    expect(cookieOf(done, "sid")).toBeDefined();
    expect(done.headers.getSetCookie().join()).toMatch(/registered=;.*Max-Age=0/);
  });

  it("signs in no browser when its registration cookie is missing, forged or of another account", async () => {
    await register();
    const elsewhere = await follow();
    expect(elsewhere.location).toBe("/auth/login");
    expect(cookieOf(elsewhere, "sid")).toBeUndefined();
    const other = await register({ email: "other@example.test", username: "other" });
    await follow();
    await register({ email: "third@example.test", username: "third" });
    expect(cookieOf(await follow(other), "sid")).toBeUndefined();
    const fourth = await register({ email: "fourth@example.test", username: "fourth" });
    const forged = fourth.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    expect(cookieOf(await follow(forged), "sid")).toBeUndefined();
  });

  it.each([{ status: "locked" }, { sealing: {} }])(
    "does not sign in when the account is locked or sealed: %o",
    async (change) => {
      const registered = await register();
      await UserModel.collection.updateOne({ email: PERSON.email }, { $set: change });
      expect(cookieOf(await follow(registered), "sid")).toBeUndefined();
    },
  );

  it("sets the registration cookie even when enumeration safety hides an existing account", async () => {
    await register();
    env.ENUMERATION_SAFE = true;
    const registered = await register({ username: "again" });
    expect(registered).not.toBe("");
    expect(await UserModel.countDocuments()).toBe(1);
  });
});

describe("sign in", () => {
  it("starts a session with an HttpOnly cookie, which also authenticates JSON calls", async () => {
    await createUser({ email: "quiet@example.test" });
    const result = await loginForm({ email: "Quiet@example.test", password: PASSWORD });
    expect(result).toMatchObject({ status: 302, location: "/dashboard" });
    const header = result.headers.getSetCookie().find((cookie) => cookie.startsWith("sid="));
    expect(header).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await SessionModel.countDocuments()).toBe(1);
    const me = await load(apiMe, "/api/auth/me", { session: sessionOf(result) });
    expect(me).toMatchObject({ status: 200, data: { email: "quiet@example.test" } });
  });

  it("replies alike to unknown address, wrong password, unverified with a wrong password, and locked account", async () => {
    await createUser({ username: "known", email: "known@example.test" });
    await createUser({ username: "waiting", email: "waiting@example.test", emailVerifiedAt: null });
    await createUser({ username: "closed", email: "closed@example.test", status: "locked" });
    const tries = [
      { email: "nobody@example.test", password: "Wrong-pass1" },
      { email: "known@example.test", password: "Wrong-pass1" },
      { email: "waiting@example.test", password: "Wrong-pass1" },
      { email: "closed@example.test", password: PASSWORD },
    ];
    for (const credentials of tries) {
      const form = await loginForm(credentials);
      expect(form.status).toBe(401);
      expect(reply(form).notice).toEqual({ title: "Login failed", text: "Invalid email or password" });
      const data = { message: "Invalid email or password" };
      expect(await loginCall(credentials)).toMatchObject({ status: 401, data });
    }
  });

  it("reports a missing verification only after the right password", async () => {
    await createUser({ email: "waiting@example.test", emailVerifiedAt: null });
    const credentials = { email: "waiting@example.test", password: PASSWORD };
    const form = await loginForm(credentials);
    expect(form.status).toBe(403);
    expect(reply(form).notice).toEqual({
      title: "Email Verification Required",
      text: "Please check your email and verify your account before logging in.",
    });
    const json = await loginCall(credentials);
    expect(json.status).toBe(403);
    expect((json.data as { message: string }).message).toContain("verify your email");
  });

  it("locks for 30 seconds after too many failures, by form and JSON together, per network", async () => {
    await createUser({ email: "known@example.test" });
    const wrong = { email: "known@example.test", password: "Wrong-pass1" };
    for (let attempt = 1; attempt <= 2; attempt++) expect((await loginForm(wrong)).status).toBe(401);
    for (let attempt = 3; attempt < LOCKOUTS.login.failures; attempt++)
      expect((await loginCall(wrong)).status).toBe(401);
    const last = await loginForm(wrong);
    expect(last.status).toBe(429);
    expect(last.headers.get("Retry-After")).toMatch(/^(29|30)$/);
    const text = `Please wait ${last.headers.get("Retry-After")} seconds before trying again.`;
    expect(reply(last).notice).toMatchObject({ title: "Too many login attempts", text });
    expect((await loginForm({ ...wrong, password: PASSWORD })).status).toBe(429);
    expect((await loginForm({ ...wrong, password: PASSWORD }, { address: "198.51.100.7" })).status).toBe(302);
  });

  it("checks the password again when a form is resubmitted", async () => {
    await createUser({ email: "known@example.test" });
    const headers = { Cookie: "visitor=InZpc2l0b3IxIg%3D%3D" };
    const form = { email: "known@example.test", password: PASSWORD, _submission: "abcdefgh1234" };
    const first = cookieOf(await loginForm(form, { headers }), "sid");
    const again = cookieOf(await loginForm(form, { headers }), "sid");
    expect(again).toBeDefined();
    expect(again).not.toBe(first);
    const wrong = await loginForm({ ...form, password: "Wrong-pass1" }, { headers });
    expect(wrong.status).toBe(401);
    expect(cookieOf(wrong, "sid")).toBeUndefined();
    expect(await SubmissionModel.countDocuments()).toBe(0);
  });

  it.each(["sid=", "sid=IiI%3D", "sid=%22%22", "sid=%", "sid=x", "sid"])(
    "accepts a browser when its session cookie is empty or mangled: %s",
    async (empty) => {
      await createUser({ email: "known@example.test" });
      const shown = await load(authFrame, "/auth/login", { headers: { Cookie: empty } });
      const { protection } = shown.data as { protection: { token: string } };
      const form = { email: "known@example.test", password: PASSWORD, _token: protection.token };
      const headers = { Cookie: `${empty}; ${cookieOf(shown, "visitor")}` };
      expect((await loginForm(form, { headers })).status).toBe(302);
    },
  );

  it("starts one session for a form sent ten times concurrently", async () => {
    await createUser({ email: "known@example.test" });
    const headers = { Cookie: "visitor=InZpc2l0b3IxIg%3D%3D" };
    const form = { email: "known@example.test", password: PASSWORD, _submission: "abcdefgh1234" };
    const all = await Promise.all(Array.from({ length: 10 }, () => loginForm(form, { headers })));
    expect(new Set(all.map((result) => cookieOf(result, "sid"))).size).toBe(1);
    expect(await SessionModel.countDocuments()).toBe(1);
  });

  it("checks fewer passwords than the failure limit when a hundred sign-ins arrive concurrently", async () => {
    await createUser({ email: "known@example.test" });
    const results = await Promise.all(
      Array.from({ length: 100 }, () => loginCall({ email: "known@example.test", password: "Wrong-pass1" })),
    );
    expect(results.filter(({ status }) => status === 401).length).toBeLessThan(LOCKOUTS.login.failures);
    expect(results.filter(({ status }) => status === 429).length).toBeGreaterThan(
      100 - LOCKOUTS.login.failures,
    );
  });

  it("does not redirect to another site", async () => {
    await createUser({ email: "known@example.test" });
    const fields = { email: "known@example.test", password: PASSWORD, redirectTo: "//evil.test" };
    expect(await loginForm(fields)).toMatchObject({ status: 302, location: "/dashboard" });
  });

  it("redirects to the requested page, and remembers the email address if asked", async () => {
    await createUser({ email: "known@example.test" });
    const result = await loginForm({
      email: "known@example.test",
      password: PASSWORD,
      redirectTo: "/journal?slot=evening",
      rememberMe: "on",
    });
    expect(result.location).toBe("/journal?slot=evening");
    expect(result.headers.getSetCookie().find((cookie) => cookie.startsWith("sid="))).toMatch(
      /Max-Age=2592000|Max-Age=2591999/,
    );
    const Cookie = [cookieOf(result, "lastLoginEmail"), cookieOf(result, "rememberSession")].join("; ");
    const { data } = await load(loginLoader, "/auth/login", { headers: { Cookie } });
    expect(data).toMatchObject({ email: "known@example.test", rememberMe: true });
  });
});

describe("sign out", () => {
  it("ends the session on the server", async () => {
    const { secret } = await createSignedIn();
    const result = await submit(logoutAction, "/logout", {}, { session: secret });
    expect(result).toMatchObject({ status: 302, location: "/home?loggedOut=true" });
    expect(result.headers.get("Clear-Site-Data")).toBe('"cache"');
    const me = await load(apiMe, "/api/auth/me", { session: secret });
    expect(me).toMatchObject({ status: 401, data: { message: "Not authenticated" } });
  });

  it("returns 204 by JSON", async () => {
    const { secret } = await createSignedIn();
    expect((await submit(apiLogout, "/api/auth/logout", {}, { session: secret })).status).toBe(204);
    expect(await SessionModel.countDocuments()).toBe(0);
  });

  it.each([
    ["/logout", logoutAction, { status: 302, location: "/home" }],
    ["/api/auth/logout", apiLogout, { status: 204 }],
  ])("clears the cookie at %s when the disk is full", async (path, action, expected) => {
    const { secret } = await createSignedIn();
    const removeHook = aroundWrites(() =>
      Promise.reject(new mongoose.mongo.MongoServerError({ message: "out of disk space", code: 14031 })),
    );
    const result = await submit(action, path, {}, { session: secret }).finally(removeHook);
    expect(result).toMatchObject(expected);
    expect(result.headers.get("Clear-Site-Data")).toBe('"cache"');
    expect(result.headers.getSetCookie().join()).toMatch(/sid=;[^,]*Max-Age=0/);
  });
});

describe("user as JSON", () => {
  it("has exactly the public fields", async () => {
    const { secret } = await createSignedIn({ firstName: "Ann" });
    const { data, headers } = await load(apiMe, "/api/auth/me", { session: secret });
    const [names, settings] = [
      ["id", "username", "firstName", "lastName", "email", "isAdmin", "subscriptionTier"],
      ["promptSetPreference", "morningPromptTime", "eveningPromptTime"],
    ];
    expect(Object.keys(data as object).sort()).toEqual([...names, ...settings].sort());
    expect(headers.get("Cache-Control")).toBe("no-store");
  });

  it.each([
    ["text/plain", 415],
    ["application/x-www-form-urlencoded", 415],
  ])("rejects a sign-in of the content type %s with %i", async (type, status) => {
    expect((await loginCall({}, { headers: { "Content-Type": type } })).status).toBe(status);
  });
});
