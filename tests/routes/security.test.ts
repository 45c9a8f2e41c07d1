import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { AuditEventModel, RateLimitCounterModel } from "#models/operations.server";
import { SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { createSignedIn, createUser, PASSWORD } from "#tests/factories/user";
import { documentsOf } from "#tests/support/documents";
import { mailedLinks } from "#tests/support/mail";
import { callJson, cookieOf, errorsOf, load, post, sessionOf, submit } from "#tests/support/request";
import { memberOfSession, startSession } from "~/domain/identity/sessions.server";
import { checkSecondStep, enableTwoStep } from "~/domain/identity/two-step.server";
import { LOCKOUTS } from "~/domain/limits/lockout";
import { attemptKey } from "~/domain/limits/rate-limits.server";
import { memberFrom } from "~/domain/member/current-member.server";
import { audit, verifyAuditLog } from "~/domain/operations/audit-log.server";
import { sessionCookie } from "~/http/cookies.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { hashPassword } from "~/platform/passwords.server";
import { action as apiAdminLogin } from "~/routes/api/admin-login";
import { action as apiLogin } from "~/routes/api/auth-login";
import { action as adminLoginAction } from "~/routes/auth/admin-login";
import { action as codeAction } from "~/routes/auth/code";
import { action as confirmAction, loader as confirmLoader } from "~/routes/auth/confirm-email";
import { action as loginAction } from "~/routes/auth/login/route";
import { action, loader } from "~/routes/member/settings/security/route";

const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const KNOWN = "known@example.test";
const RIGHT = { email: KNOWN, password: PASSWORD };
const WRONG = { email: KNOWN, password: "Wrong-pass1" };
const minute = 60_000;
const codeAt = (at: Date) => TOTP.generate({ secret: Secret.fromBase32(SECRET), timestamp: at.getTime() });

const change = (session: string, fields: Record<string, string>) =>
  submit(action, "/settings/security", fields, { session });
const signIn = (fields: Record<string, string>, extra = {}) =>
  submit(loginAction, "/auth/login", fields, extra);
describe("sessions", () => {
  it("end after thirty idle minutes, or twelve hours with use", async () => {
    const start = Date.now();
    setClock(() => new Date(start));
    const { secret } = await createSignedIn();
    setClock(() => new Date(start + 29 * minute));
    expect(await memberOfSession(secret)).not.toBeNull();
    for (let hour = 1; hour < 24; hour++) {
      setClock(() => new Date(start + 29 * minute + hour * 29 * minute));
      expect(await memberOfSession(secret)).not.toBeNull();
    }
    setClock(() => new Date(start + 12 * 60 * minute + 1000));
    expect(await memberOfSession(secret)).toBeNull();
  });

  it.each(["the session's own", "forged"])(
    "get a new secret at sign-in when the cookie is %s",
    async (cookie) => {
      const { user, secret } = await createSignedIn();
      const session = cookie === "forged" ? "A".repeat(43) : secret;
      const result = await signIn({ email: user.email, password: PASSWORD }, { session });
      expect(result.status).toBe(302);
      expect(sessionOf(result)).toMatch(/.{43}/);
      expect(sessionOf(result)).not.toContain(session);
      expect(await memberOfSession(session)).toBeNull();
    },
  );

  it("are listed, and ended one by one or together, only for their own user", async () => {
    const mine = await createSignedIn();
    const network = "203.0.113.0/24";
    const phone = await startSession(mine.user, { remember: true, device: "Firefox on Android", network });
    const other = await createSignedIn();
    const { data } = await load(loader, "/settings/security", { session: mine.secret });
    type Line = { id: string; device: string; network: string; isThisOne: boolean };
    const { sessions } = data as { sessions: Line[] };
    expect(sessions.map(({ device, network, isThisOne }) => [device, network, isThisOne]).sort()).toEqual([
      ["Firefox on Android", "203.0.113.x", false],
      ["Test", "", true],
    ]);
    expect(await SessionModel.countDocuments({ userId: mine.user._id, network })).toBe(1);
    const end = (id = "") => change(mine.secret, { intent: "end-session", session: id });
    const foreign = (await SessionModel.findOne({ userId: other.user._id }).lean())?._id ?? "";
    await end(foreign);
    expect(await memberOfSession(other.secret)).not.toBeNull();
    await end(sessions.find(({ isThisOne }) => !isThisOne)?.id);
    expect(await memberOfSession(phone.secret)).toBeNull();
    await startSession(mine.user, { remember: true, device: "Lynx" });
    await change(mine.secret, { intent: "end-others" });
    expect(await SessionModel.countDocuments({ userId: mine.user._id })).toBe(1);
    expect(await memberOfSession(mine.secret)).not.toBeNull();
  });
});

describe("a password change", () => {
  const fields = { intent: "password", password: "Brand-new-7", confirmPassword: "Brand-new-7" };
  const wrong = { ...fields, currentPassword: "Wrong-pass1" };
  const right = { ...fields, currentPassword: PASSWORD };

  it("requires the current password, ends other sessions and renews this one", async () => {
    const { user, secret } = await createSignedIn();
    const phone = await startSession(user, { remember: true, device: "Phone" });
    const refused = await change(secret, wrong);
    expect(refused.status).toBe(401);
    expect(errorsOf(refused)).toEqual({ currentPassword: ["That is not your password."] });
    const done = await change(secret, right);
    expect(done).toMatchObject({ status: 302, location: "/settings/security" });
    expect(cookieOf(done, "sid")).toBeDefined();
    for (const ended of [phone.secret, secret]) expect(await memberOfSession(ended)).toBeNull();
    expect((await signIn({ email: user.email, password: "Brand-new-7" })).status).toBe(302);
  });

  it("is locked after too many wrong passwords", async () => {
    const { secret } = await createSignedIn();
    for (let time = 1; time < LOCKOUTS.login.failures; time++)
      expect((await change(secret, wrong)).status).toBe(401);
    for (const each of [wrong, right]) expect((await change(secret, each)).status).toBe(429);
  });
});

describe("an email change", () => {
  const confirm = async (token: string | undefined) => {
    const opened = await load(confirmLoader, `/auth/confirm-email?token=${token}`);
    const Cookie = cookieOf(opened, "link-email") ?? "";
    return submit(confirmAction, "/auth/confirm-email", {}, { headers: { Cookie } });
  };

  it("requires the password and a confirmation from both mailboxes", async () => {
    const { user, secret } = await createSignedIn({ email: "old@example.test" });
    await change(secret, { intent: "email", email: "new@example.test", currentPassword: PASSWORD });
    const email = async () => (await UserModel.findById(user._id).lean())?.email;
    expect(await confirm((await mailedLinks("email-change-new"))[0])).toMatchObject({ status: 302 });
    expect(await email()).toBe("old@example.test");
    expect(await confirm((await mailedLinks("email-change-old"))[0])).toMatchObject({ status: 302 });
    expect(await email()).toBe("new@example.test");
    expect((await confirm((await mailedLinks("email-change-old"))[0])).status).toBe(410);
    expect((await signIn({ email: "new@example.test", password: PASSWORD })).status).toBe(302);
  });

  describe("its limits", () => {
    const ask = async (session: string, email: string, address = "192.0.2.1") => {
      const fields = { intent: "email", email, currentPassword: PASSWORD };
      return (await submit(action, "/settings/security", fields, { session, address })).status;
    };
    const asks = async (times: number, one: (at: number) => Promise<number>) => {
      const statuses = [];
      for (let at = 0; at < times; at++) statuses.push(await one(at));
      return statuses;
    };

    it("allow three an hour and five a day per account", async () => {
      const { secret, user } = await createSignedIn();
      const one = (at: number) => ask(secret, `new${at}@example.test`, `192.0.2.${at}`);
      expect(await asks(4, one)).toEqual([302, 302, 302, 429]);
      const inAnHour = new Date(Date.now() + 61 * minute);
      setClock(() => inAnHour);
      const later = await startSession(user, { remember: false, device: "Test" });
      expect(await asks(3, (at) => ask(later.secret, `more${at}@example.test`))).toEqual([302, 302, 429]);
    });

    it("allow three a day per mailbox, ignoring tags", async () => {
      const names = ["victim", "victim+a", "Victim+b", "victim+c"];
      const one = async (at: number) =>
        ask((await createSignedIn()).secret, `${names[at]}@example.test`, `192.0.2.${at}`);
      expect(await asks(4, one)).toEqual([302, 302, 302, 429]);
    });

    it("allow ten an hour per network", async () => {
      const one = async (at: number) => ask((await createSignedIn()).secret, `new${at}@example.test`);
      expect(await asks(11, one)).toEqual([...Array<number>(10).fill(302), 429]);
    });
  });

  it("neither succeeds for a taken address nor reveals that it is taken", async () => {
    await createUser({ email: "taken@example.test" });
    const { secret } = await createSignedIn({ email: "old@example.test" });
    const fields = { intent: "email", email: "taken@example.test", currentPassword: PASSWORD };
    expect((await change(secret, fields)).status).toBe(302);
    expect(await mailedLinks("email-change-new")).toEqual([]);
  });
});

describe("two-step sign-in", () => {
  const withTwoStep = async () => {
    const user = await createUser({ email: KNOWN });
    const past = new Date(Date.now() - 10 * minute);
    setClock(() => past);
    const codes = await enableTwoStep(memberFrom(user), SECRET, codeAt(past));
    setClock();
    return { user, codes: codes ?? [] };
  };
  const now = () => codeAt(new Date());
  const firstStep = async () => {
    const result = await signIn({ ...RIGHT, redirectTo: "/journal" });
    expect(result).toMatchObject({ status: 302, location: "/auth/code" });
    expect(cookieOf(result, "sid")).toBeUndefined();
    return cookieOf(result, "pending") ?? "";
  };
  const secondStep = (Cookie: string, code: string, address?: string) =>
    submit(codeAction, "/auth/code", { code }, { headers: { Cookie }, address });

  it("asks for a code after the password and accepts each code once, with an encrypted secret", async () => {
    await withTwoStep();
    expect(JSON.stringify(await UserModel.find().lean())).not.toContain(SECRET);
    const code = now();
    const done = await secondStep(await firstStep(), code);
    expect(done).toMatchObject({ status: 302, location: "/journal" });
    expect(cookieOf(done, "sid")).toBeDefined();
    expect((await secondStep(await firstStep(), code)).status).toBe(401);
  });

  it("accepts each recovery code once in any notation", async () => {
    const { codes, user } = await withTwoStep();
    expect(codes).toHaveLength(10);
    const code = ` ${(codes[0] ?? "").toLowerCase().replace("-", " ")} `;
    expect((await secondStep(await firstStep(), code)).status).toBe(302);
    expect((await secondStep(await firstStep(), code)).status).toBe(401);
    expect((await UserModel.findById(user._id).lean())?.twoStep?.recoveryHashes).toHaveLength(9);
  });

  it("locks after too many wrong codes and rejects a forged first step", async () => {
    await withTwoStep();
    const cookie = await firstStep();
    for (let time = 1; time < LOCKOUTS.login.failures; time++)
      expect((await secondStep(cookie, "000000")).status).toBe(401);
    expect((await secondStep(cookie, "000000")).status).toBe(429);
    expect((await secondStep(cookie, now())).status).toBe(429);
    expect(await secondStep("pending=ImFiYy5kZWYi", now())).toMatchObject({
      status: 302,
      location: "/auth/login",
    });
  });

  it("shows the codes and renews the session when turned on without JavaScript", async () => {
    const { user, secret } = await createSignedIn({ email: KNOWN });
    const page = await documentsOf("member/settings/security-two-step");
    const address = "/settings/security/two-step";
    const send = async (fields: Record<string, string>, session: string) =>
      page((await post(address, { currentPassword: PASSWORD, ...fields }, { session })).request);
    const shown = await send({ intent: "enable", secret: SECRET, code: now() }, secret);
    expect(shown.status).toBe(200);
    const html = await shown.text();
    const codes = [...html.matchAll(/<li>([0-9A-Z]{5}-[0-9A-Z]{5})<\/li>/g)].map(([, code]) => code);
    expect(codes).toHaveLength(10);
    expect((await secondStep(await firstStep(), codes[0] ?? "")).status).toBe(302);

    expect(await memberOfSession(secret)).toBeNull();
    const cookie = shown.headers.getSetCookie().find((one) => one.startsWith("sid=")) ?? "";
    const session = String(await sessionCookie.parse(cookie.split(";")[0] ?? ""));
    expect((await memberOfSession(session))?.id).toBe(user._id);
    // The page's CSRF token belongs to the new session.
    const token = /name="_token" value="([^"]+)"/.exec(html)?.[1] ?? "";
    expect((await send({ intent: "disable", _token: token }, session)).status).toBe(302);
  });

  it("stays open to its owner while another network is locked out", async () => {
    await withTwoStep();
    const cookie = await firstStep();
    for (let time = 0; time < 6; time++) await secondStep(cookie, "000000", "198.51.100.9");
    expect((await secondStep(cookie, now(), "198.51.100.9")).status).toBe(429);
    expect((await secondStep(cookie, now(), "203.0.113.5")).status).toBe(302);
  });

  it("checks only the free attempts when many networks send codes concurrently", async () => {
    const { user } = await withTwoStep();
    const at = new Date();
    setClock(() => at);
    const _id = attemptKey("growing-account", `two-step ${user._id}`, "");
    const expiresAt = new Date(at.getTime() + 60 * minute);
    await RateLimitCounterModel.create({ _id, failures: 97, windowStart: at, lastAt: at, expiresAt });
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, nth) =>
        checkSecondStep(user._id, "000000", { network: `198.51.100.${nth}` }),
      ),
    );
    const refused = (code: string) => results.filter((result) => !result.ok && result.code === code).length;
    expect([refused("wrong"), refused("locked")]).toEqual([4, 16]);
    // A successful attempt is refunded.
    const later = new Date(at.getTime() + 2_000);
    setClock(() => later);
    const right = await checkSecondStep(user._id, codeAt(later), { network: "203.0.113.5" });
    expect(right).toEqual({ ok: true });
    expect((await RateLimitCounterModel.findById(_id).lean())?.failures).toBe(101);
  });

  it("applies to the JSON API", async () => {
    await withTwoStep();
    const login = (body: object) => callJson(apiLogin, "/api/auth/login", { ...RIGHT, ...body });
    expect(await login({})).toMatchObject({ status: 401, data: { message: "Code is required" } });
    expect((await login({ code: "000000" })).status).toBe(401);
    expect((await login({ code: now() })).status).toBe(200);
  });
});

describe("the administrators' sign-in", () => {
  const adminLogin = (email: string, password = PASSWORD) =>
    submit(adminLoginAction, "/admin-login", { email, password });

  it("accepts administrators and responds to others as to a wrong password", async () => {
    await createUser({ username: "chief", email: "chief@example.test", isAdmin: true });
    await createUser({ username: "plain", email: "plain@example.test" });
    expect((await adminLogin("chief@example.test")).location).toBe("/admin-settings");
    for (const [email, password] of [
      ["plain@example.test", PASSWORD],
      ["chief@example.test", "Wrong-pass1"],
      ["nobody@example.test", PASSWORD],
    ] as const) {
      const notice = { title: "Login failed", text: "Please check your credentials and try again." };
      expect(await adminLogin(email, password)).toMatchObject({ status: 401, data: { notice } });
    }
    const body = { email: "plain@example.test", password: PASSWORD };
    expect((await callJson(apiAdminLogin, "/api/admin-login", body)).status).toBe(401);
  });

  it("shares the lockout with the members' sign-in", async () => {
    await createUser({ username: "chief", email: "chief@example.test", isAdmin: true });
    for (let time = 0; time < LOCKOUTS.login.failures - 2; time++)
      await adminLogin("chief@example.test", "Wrong-pass1");
    expect((await signIn({ email: "chief@example.test", password: "Wrong-pass1" })).status).toBe(401);
    expect((await adminLogin("chief@example.test", "Wrong-pass1")).status).toBe(429);
  });
});

describe("an account under attack", () => {
  it("accepts a known browser while other networks lock the account", async () => {
    await createUser({ email: KNOWN });
    const known = { headers: { Cookie: cookieOf(await signIn(RIGHT), "dev") ?? "" } };
    for (let time = 0; time < 8; time++) await signIn(WRONG);
    expect((await signIn(RIGHT)).status).toBe(429);
    expect((await signIn(RIGHT, known)).status).toBe(302);
  });

  it("ignores a forged browser cookie", async () => {
    await createUser({ email: KNOWN });
    for (let time = 0; time < LOCKOUTS.login.failures; time++) await signIn(WRONG);
    const device = Buffer.from(JSON.stringify({ device: "x", accounts: ["x"] })).toString("base64");
    expect((await signIn(RIGHT, { headers: { Cookie: `dev=${device}.sig` } })).status).toBe(429);
  });

  it("delays sign-ins from a network that has failed at thirty accounts, and from no other", async () => {
    await createUser({ email: KNOWN });
    for (let account = 0; account < 33; account++)
      await signIn({ ...WRONG, email: `p${account}@example.test` });
    const refused = await signIn(RIGHT);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeLessThanOrEqual(4);
    expect((await signIn(RIGHT, { address: "198.51.100.7" })).status).toBe(302);
  });
});

describe("a stored password", () => {
  it("is rehashed at the first sign-in after the cost was raised", { tags: ["release"] }, async () => {
    const user = await createUser({ email: KNOWN });
    const stored = async () => (await UserModel.findById(user._id).lean())?.passwordHash ?? "";
    await signIn(RIGHT);
    expect(await stored()).toBe(user.passwordHash);
    env.BCRYPT_COST = 11;
    await signIn(RIGHT);
    expect(await stored()).toMatch(/\$2b\$11\$/);
    expect((await signIn(RIGHT)).status).toBe(302);
  });

  it("is compared up to its last character when it is long", async () => {
    const long = `A7${"x".repeat(100)}`;
    await createUser({ email: KNOWN, passwordHash: await hashPassword(`${long}1`) });
    expect((await signIn({ ...RIGHT, password: `${long}2` })).status).toBe(401);
    expect((await signIn({ ...RIGHT, password: `${long}1` })).status).toBe(302);
  });
});

describe("the audit log", () => {
  it("has no gaps and forks after concurrent writes", async () => {
    await Promise.all(Array.from({ length: 12 }, (_, index) => audit({ kind: "sign_out", actorId: index })));
    expect(await verifyAuditLog()).toEqual({ lines: 12, brokenAt: null });
  });

  it("reveals where a line was altered or removed", async () => {
    for (let line = 1; line <= 5; line++) await audit({ kind: "sign_out", actorId: line });
    await AuditEventModel.updateOne({ _id: 3 }, { $set: { actorId: 99 } });
    expect(await verifyAuditLog()).toMatchObject({ brokenAt: 3 });
    await AuditEventModel.updateOne({ _id: 3 }, { $set: { actorId: 3 } });
    expect(await verifyAuditLog()).toMatchObject({ brokenAt: null });
    await AuditEventModel.deleteOne({ _id: 2 });
    expect(await verifyAuditLog()).toMatchObject({ brokenAt: 2 });
  });

  it("contains no email address, password or secret", async () => {
    await createSignedIn({ email: KNOWN });
    await signIn(RIGHT);
    expect(JSON.stringify(await AuditEventModel.find().lean())).not.toMatch(/known@|Stillness/);
  });
});
