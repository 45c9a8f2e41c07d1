import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AuditEventModel } from "#models/operations.server";
import { SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { sealFor, signedIn, signOutEverywhere } from "#tests/factories/sealed";
import { createSignedIn, createUser, PASSWORD } from "#tests/factories/user";
import { OddProvider } from "#tests/support/faulty-oidc-provider";
import { clearMailbox, mailedLinks } from "#tests/support/mail";
import { callJson, cookieOf, load, sessionOf, submit, visit, type Answered } from "#tests/support/request";
import { createInvitation } from "~/domain/accounts/invitations/invitations.server";
import { oidcSubjectKey } from "~/domain/accounts/oidc/oidc-sign-in.server";
import { offerSealing } from "~/domain/accounts/sealing/seal-journal.server";
import { requestPasswordReset, resetPassword } from "~/domain/accounts/security/reset-password.server";
import { lockBySecret } from "~/domain/identity/session-lock.server";
import { isAdminOpen, startSession } from "~/domain/identity/sessions.server";
import { confirmPassword } from "~/domain/identity/sign-in.server";
import { recentSecurityEvents } from "~/domain/operations/audit-log.server";
import { storeLinkSecret, toastStorage } from "~/http/cookies.server";
import { currentMember } from "~/http/session.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { acquireTokenSlot, releaseTokenSlot, resetProvider } from "~/platform/oidc/provider.server";
import { contentSecurityPolicy } from "~/render-document.server";
import { action as jsonAdmin } from "~/routes/api/admin-login";
import { action as jsonLogin } from "~/routes/api/auth-login";
import { action as jsonRegister } from "~/routes/api/auth-register";
import { action as adminLogin } from "~/routes/auth/admin-login";
import { loader as codePage } from "~/routes/auth/code";
import { loader as journalPage, action as openJournal } from "~/routes/auth/journal-password";
import { action as login, loader as loginPage } from "~/routes/auth/login/route";
import { action as logout } from "~/routes/auth/logout";
import { loader as go } from "~/routes/auth/oidc";
import { action as backChannel } from "~/routes/auth/oidc-back-channel-logout";
import { loader as back } from "~/routes/auth/oidc-callback";
import { action as register } from "~/routes/auth/register/route";
import { action as reset } from "~/routes/auth/reset-password/route";
import { action as pressVerify } from "~/routes/auth/verify-email/route";
import { action as security, loader as securityPage } from "~/routes/member/settings/security/route";

let provider: OddProvider;
beforeEach(async () => {
  provider = await OddProvider.start();
  Object.assign(env, provider.settings, { OIDC_NAME: "St Anne" });
  resetProvider();
});
afterEach(async () => {
  await provider.stop();
  vi.useRealTimers();
});

type Extra = { session?: string; query?: string; headers?: Record<string, string> };

/** Starts the flow and returns the redirect and the cookie. */
async function startFlow({ session, query = "" }: Extra = {}): Promise<{ location: string; trip: string }> {
  const gone = await load(go, `/auth/oidc${query}`, { session });
  return { location: gone.location ?? "", trip: cookieOf(gone, "trip") ?? "" };
}

const openCallback = (query: string, trip: string, session?: string) =>
  load(back, `/auth/oidc/callback${query}`, { session, headers: { Cookie: trip } });

/** Runs the whole flow. */
async function completeFlow(extra: Extra = {}, changes: Record<string, string> = {}): Promise<Answered> {
  const { location, trip } = await startFlow(extra);
  return openCallback(provider.code(location, changes), trip);
}

async function toastOf(result: Answered): Promise<string> {
  const session = await toastStorage.getSession(cookieOf(result, "toast"));
  return JSON.stringify(session.data);
}

async function expectRefused(result: Answered): Promise<void> {
  expect(result.location).toBe("/auth/login");
  expect(cookieOf(result, "sid")).toBeUndefined();
  expect(await toastOf(result)).toContain("That sign-in did not work");
  expect(await SessionModel.countDocuments({})).toBe(0);
  expect(await AuditEventModel.countDocuments({ kind: "sign_in.refused" })).toBe(1);
}

const BACK_CHANNEL = "/auth/oidc/back-channel-logout";
/** Sends a back-channel logout. */
async function sendLogoutToken(logout_token: string): Promise<number> {
  return (await submit(backChannel, BACK_CHANNEL, { logout_token }, { headers: { Origin: "" } })).status;
}

/** Changes the claims of the next id tokens. */
const claim = (changes: Record<string, unknown>) => {
  provider.claims = (usual) => ({ ...usual, ...changes });
};
const lacksEmail = () => {
  provider.claims = ({ email: _, ...usual }) => usual;
};
const memberIn = async (session: string) => currentMember((await visit("/dashboard", { session })).request);
const annas = () => oidcSubjectKey({ issuer: provider.issuer, subject: "anna" });
const anna = (more: object = {}) =>
  createUser({ username: "anna_here", atProvider: { key: annas(), since: new Date() }, ...more });

describe("start of the OIDC flow", () => {
  it("has a state, a nonce and an S256 challenge, encrypted in a cookie", async () => {
    const { location, trip } = await startFlow({ query: "?redirectTo=/journal/free" });
    const authorizationUrl = new URL(location);
    expect(authorizationUrl.origin).toBe(provider.issuer);
    expect(Object.fromEntries(authorizationUrl.searchParams)).toMatchObject({
      response_type: "code",
      client_id: "journal",
      redirect_uri: "http://localhost:3000/auth/oidc/callback",
      code_challenge_method: "S256",
      scope: "openid email profile",
    });
    const state = authorizationUrl.searchParams.get("state") ?? "";
    expect(state.length).toBeGreaterThan(30);
    expect(Buffer.from(decodeURIComponent(trip), "base64url").toString("latin1")).not.toContain(state);
    const done = await openCallback(provider.code(location), trip);
    expect(done.location).toBe("/journal/free");
    expect(provider.request.get("code_verifier")?.length).toBeGreaterThan(30);
    expect(provider.authorization).toMatch(/^Basic /);
  });

  it("does not redirect to another site", async () => {
    const done = await completeFlow({ query: `?redirectTo=${encodeURIComponent("//evil.example/")}` });
    expect(done.location).toBe("/dashboard");
  });

  it("requires re-authentication for a locked session and unlocks it", async () => {
    await anna();
    const secret = sessionOf(await completeFlow());
    expect((await startFlow()).location).not.toContain("prompt=");
    await lockBySecret(secret);
    const { location, trip } = await startFlow({ session: secret });
    expect(new URL(location).searchParams.get("prompt")).toBe("login");
    const opened = await openCallback(provider.code(location), trip, secret);
    expect(sessionOf(opened)).not.toBe("");
    expect(await SessionModel.find({}, { lockedAt: 1, _id: 0 }).lean()).toEqual([{}]);
  });

  it("returns 404 without a provider", async () => {
    env.OIDC_ISSUER = undefined;
    expect((await load(go, "/auth/oidc")).status).toBe(404);
    expect((await load(back, "/auth/oidc/callback?code=a&state=b")).status).toBe(404);
    expect((await submit(backChannel, BACK_CHANNEL, { logout_token: "a" })).status).toBe(404);
  });
});

describe("invalid OIDC callback", () => {
  const past = Math.floor(Date.now() / 1000) - 3600;
  it.each<[string, Record<string, string>]>([
    ["another state", { state: "made-up" }],
    ["another issuer in the query (mix-up)", { iss: "https://other.example" }],
    ["an error of the provider", { error: "access_denied" }],
    ["a code that was never issued", { code: "made-up" }],
  ])("is refused with %s", async (_what, changes) => {
    await anna();
    await expectRefused(await completeFlow({}, changes));
  });

  it.each<[string, Record<string, unknown>, OddProvider["signing"]?]>([
    ["another nonce", { nonce: "made-up" }],
    ["no nonce", { nonce: undefined }],
    ["another issuer", { iss: "https://other.example" }],
    ["another audience", { aud: "shop" }],
    ["several audiences without azp", { aud: ["journal", "shop"] }],
    ["another azp", { azp: "shop" }],
    ["an expired token", { iat: past, exp: past + 300 }],
    ["a token of the next day", { iat: past + 90_000, exp: past + 99_000 }],
    ["no subject", { sub: "" }],
    ["alg none", {}, "none"],
    ["HMAC with the public key", {}, "public"],
    ["a key that is not the provider's", {}, "other"],
  ])("is refused with %s in the token", async (_what, changes, signing = "right") => {
    await anna();
    claim(changes);
    provider.signing = signing;
    await expectRefused(await completeFlow());
  });

  it("is refused with userinfo of another subject", async () => {
    await anna();
    lacksEmail();
    provider.userinfo = { sub: "bertha", email: "bertha@example.test" };
    await expectRefused(await completeFlow());
  });

  it("rejects a reused, missing, garbled or expired cookie", async () => {
    await anna();
    const { location, trip } = await startFlow();
    expect((await openCallback(provider.code(location), trip)).location).toBe("/dashboard");
    await SessionModel.deleteMany({});
    await expectRefused(await openCallback(provider.code(location), trip));
    for (const broken of ["", "trip=bm90aGluZw", "trip=%%%"]) {
      await AuditEventModel.deleteMany({});
      await expectRefused(await openCallback(provider.code(location), broken));
    }
    const later = await startFlow();
    setClock(() => new Date(Date.now() + 16 * 60_000));
    await AuditEventModel.deleteMany({});
    await expectRefused(await openCallback(provider.code(later.location), later.trip));
  });

  it(
    "imposes a wait after too many failures of a network, but accepts a right code",
    { tags: ["release"] },
    async () => {
      await anna();
      const at = new Date();
      setClock(() => at);
      for (let time = 0; time < 50; time += 1) {
        const wrong = await completeFlow({}, { [time % 2 ? "code" : "state"]: "made-up" });
        expect(await toastOf(wrong)).toContain("did not work");
      }
      const refused = await openCallback("?code=a&state=b", "");
      expect([refused.location, refused.headers.get("Retry-After")]).toEqual(["/auth/login", "300"]);
      expect(await toastOf(refused)).toContain("Please wait 300 seconds before trying again.");
      const right = await completeFlow();
      expect(right.location).toBe("/dashboard");
      expect(cookieOf(right, "sid")).toBeDefined();
      setClock(() => new Date(at.getTime() + 5 * 60_000));
      const later = await openCallback("?code=a&state=b", "");
      expect(later.headers.get("Retry-After")).toBeNull();
    },
  );

  it("reports the wait when the callback queue is full", async () => {
    const client = { rank: "sign-in", network: "192.0.2.1" } as const;
    const places = Array.from({ length: 72 }, () => acquireTokenSlot(client));
    try {
      const busy = await completeFlow();
      expect([busy.location, busy.headers.get("Retry-After")]).toEqual(["/auth/login", "5"]);
      expect(await toastOf(busy)).toContain("Please wait a moment and try again.");
      expect(provider.asked.tokens).toBe(0);
    } finally {
      places.forEach(() => releaseTokenSlot());
      await Promise.all(places);
    }
    expect((await completeFlow()).location).toBe("/dashboard");
  });

  it("writes at most sixty audit entries per hour and subnet", async () => {
    for (let time = 0; time < 65; time += 1) await openCallback("?code=a&state=b", "");
    expect(await AuditEventModel.countDocuments({ kind: "sign_in.refused" })).toBe(60);
  });
});

describe("first OIDC sign-in", () => {
  it("creates an account without password, bound to issuer and subject", async () => {
    const done = await completeFlow();
    expect(done.location).toBe("/dashboard");
    const user = await UserModel.findOne({ email: "anna@example.test" }).orFail().lean();
    expect(user).toMatchObject({ username: "anna", passwordHash: "", isAdmin: false });
    expect(user.emailVerifiedAt).not.toBeNull();
    // The same subject with another email address and name.
    claim({ email: "other@example.test", preferred_username: "x" });
    expect((await completeFlow()).location).toBe("/dashboard");
    expect(await UserModel.countDocuments({})).toBe(1);
    for (const password of ["", PASSWORD, "none"]) {
      const body = { email: "anna@example.test", password };
      expect([400, 401]).toContain((await callJson(jsonLogin, "/api/auth/login", body)).status);
    }
  });

  it("never takes over an account by its email address", async () => {
    await createUser({ email: "anna@example.test" });
    const done = await completeFlow();
    expect(done.location).toBe("/auth/login");
    expect(await toastOf(done)).toContain("please sign in with your password");
    expect(await SessionModel.countDocuments({})).toBe(0);
    expect(await UserModel.countDocuments({ atProvider: { $ne: null } })).toBe(0);
  });

  it("requires verification of an address the provider has not verified", async () => {
    claim({ email_verified: false });
    const done = await completeFlow();
    expect(await toastOf(done)).toContain("Email Verification Required");
    expect(await SessionModel.countDocuments({})).toBe(0);
    expect(await UserModel.findOne({}).lean()).toMatchObject({ emailVerifiedAt: null });
  });

  it("requires an email address, from the userinfo endpoint when the token has none", async () => {
    lacksEmail();
    expect(await toastOf(await completeFlow())).toContain("Your email address is missing");
    provider.userinfo = { sub: "anna", email: "anna@example.test", email_verified: true };
    resetProvider();
    expect((await completeFlow()).location).toBe("/dashboard");
  });

  it("is refused when OIDC_REGISTRATION is invite or closed, unless an invitation is used", async () => {
    env.REGISTRATION = "open";
    for (const registration of ["invite", "closed"] as const) {
      env.OIDC_REGISTRATION = registration;
      expect((await completeFlow()).location).toBe("/auth/login");
      expect(await UserModel.countDocuments({})).toBe(0);
    }
    const link = new URL(await createInvitation(null));
    const query = `?invitation=${link.searchParams.get("invitation")}`;
    expect((await completeFlow({ query })).location).toBe("/dashboard");
    claim({ sub: "second", email: "second@example.test" });
    expect((await completeFlow({ query })).location).toBe("/auth/login");
    expect(await UserModel.countDocuments({})).toBe(1);
  });

  it("reports the wait when the network's registration limit is reached", async () => {
    const at = new Date();
    setClock(() => at);
    const signIn = async (sub: string) => {
      claim({ sub, email: `${sub}@example.test`, email_verified: false });
      return completeFlow();
    };
    for (let made = 0; made < 10; made += 1) await signIn(`newcomer-${made}`);
    const callbackReply = await signIn("last");
    expect(callbackReply.headers.get("Retry-After")).toBe("3600");
    expect(await toastOf(callbackReply)).toContain("Please wait 3600 seconds");
  });

  it("chooses another username when the name is taken, and a default when it has no letters", async () => {
    await createUser({ username: "Anna", email: "another@example.test" });
    await completeFlow();
    expect(await UserModel.countDocuments({ username: /^anna_\d{2,4}$/ })).toBe(1);
    claim({ sub: "b", email: "b@example.test", preferred_username: "<>" });
    await completeFlow();
    expect(await UserModel.countDocuments({ username: "reader" })).toBe(1);
  });
});

describe("address not verified by the provider", () => {
  const unverified = (sub = "anna") => claim({ sub, email_verified: false });
  const account = () => UserModel.findOne({ email: "anna@example.test" }).orFail().lean();
  /** Opens the newest verification link with these cookies and submits its form. */
  const verify = async (...cookies: (string | undefined)[]) => {
    const secret = (await mailedLinks("verify-email")).at(-1) ?? "";
    const link = (await storeLinkSecret("verify", secret)).split(";")[0];
    const headers = { Cookie: [link, ...cookies.filter(Boolean)].join("; ") };
    return submit(pressVerify, "/verify-email", { intent: "verify" }, { headers });
  };
  const reset = async () => {
    expect(await requestPasswordReset("anna@example.test")).toBe(true);
    const secret = (await mailedLinks("reset-password")).at(-1) ?? "";
    expect(await resetPassword(secret, "Brand-new-7", { network: "n" })).toMatchObject({ ok: true });
  };
  beforeEach(() => unverified());

  it("loses the connection when the password is reset by email", async () => {
    await completeFlow();
    await reset();
    expect(await account()).toMatchObject({ atProvider: null, emailVerifiedAt: expect.any(Date) });
    const again = await completeFlow();
    expect(cookieOf(again, "sid")).toBeUndefined();
    expect(await toastOf(again)).toContain("No account was made");
    expect(await UserModel.countDocuments({})).toBe(1);
  });

  it("loses the connection when the link is opened in another browser", async () => {
    await completeFlow();
    const elsewhere = await verify();
    expect(elsewhere.location).toBe("/auth/login");
    expect(await toastOf(elsewhere)).toContain("St Anne is not connected yet");
    expect(await account()).toMatchObject({ atProvider: null, emailVerifiedAt: expect.any(Date) });
    expect(cookieOf(await completeFlow(), "sid")).toBeUndefined();
  });

  it("stays connected and signs in when the link is opened in the same browser", async () => {
    const came = await completeFlow();
    const done = await verify(cookieOf(came, "registered"));
    expect(done.location).toBe("/dashboard");
    expect(await SessionModel.findOne({}).lean()).toMatchObject({ way: "provider" });
    expect(await account()).toMatchObject({ atProvider: { key: annas() } });
    expect((await completeFlow()).location).toBe("/dashboard");
  });

  it("reconnects after the link was opened elsewhere, and forgets the earlier browser", async () => {
    const before = cookieOf(await completeFlow(), "registered");
    await verify();
    unverified("mallory");
    const mallory = cookieOf(await completeFlow(), "registered");
    expect((await account()).emailVerifiedAt).toBeNull();
    // The email goes to the owner of the address, whose browser used another identity before.
    expect((await verify(before)).location).toBe("/auth/login");
    expect(await account()).toMatchObject({ atProvider: null });
    unverified();
    const came = await completeFlow();
    expect(cookieOf(came, "registered")).not.toBe(mallory);
    expect((await verify(cookieOf(came, "registered"))).location).toBe("/dashboard");
    expect(await account()).toMatchObject({ atProvider: { key: annas() } });
  });

  it("is verified when the provider verifies it later", async () => {
    await completeFlow();
    await verify();
    provider.claims = (usual) => usual;
    expect((await completeFlow()).location).toBe("/dashboard");
    await reset();
    expect(await account()).toMatchObject({ atProvider: { key: annas() } });
  });

  it("is trusted when the instance sends no email, until the password is reset", async () => {
    const smtp = env.SMTP_URL;
    env.SMTP_URL = undefined;
    const session = sessionOf(await completeFlow());
    env.SMTP_URL = smtp;
    await reset();
    expect(await account()).toMatchObject({ atProvider: null, emailUnproven: false });
    expect(await memberIn(session)).toBeNull();
    expect(cookieOf(await completeFlow(), "sid")).toBeUndefined();
  });
});

describe("sign-ins through the provider", () => {
  it("require the two-step code", async () => {
    const twoStep = { sealed: Buffer.from("x"), lastStep: 0, recoveryHashes: [], enabledAt: new Date() };
    await anna({ twoStep });
    const done = await completeFlow();
    expect(done.location).toBe("/auth/code");
    expect(await SessionModel.countDocuments({})).toBe(0);
    const Cookie = cookieOf(done, "pending") ?? "";
    expect((await load(codePage, "/auth/code", { headers: { Cookie } })).status).toBe(200);
    const other = await load(journalPage, "/auth/journal-password", { headers: { Cookie } });
    expect(other.location).toBe("/auth/login");
  });

  it("require the password of a sealed journal, with the limits of sign-in", async () => {
    const { member } = await sealFor(await signedIn(await anna()));
    await signOutEverywhere(member);
    const done = await completeFlow();
    expect(done.location).toBe("/auth/journal-password");
    const Cookie = cookieOf(done, "pending") ?? "";
    expect((await load(codePage, "/auth/code", { headers: { Cookie } })).location).toBe("/auth/login");
    const type = (password: string) =>
      submit(openJournal, "/auth/journal-password", { password }, { headers: { Cookie } });
    expect((await type("Wrong-Water-9")).status).toBe(401);
    const opened = await type(PASSWORD);
    expect(opened.location).toBe("/dashboard");
    expect((await memberIn(sessionOf(opened)))?.journalKey().length).toBe(32);
    expect(await SessionModel.findOne({}).lean()).toMatchObject({ way: "provider" });
  });

  it("reject a locked account and offer to cancel a pending deletion", async () => {
    const { _id } = await anna({ status: "locked" });
    await expectRefused(await completeFlow());
    await UserModel.updateOne(
      { _id },
      { $set: { status: "deleting", deleteAfter: new Date(Date.now() + 1e8) } },
    );
    expect((await completeFlow()).location).toBe("/leaving");
  });

  it("create a new account after a deletion", async () => {
    const { _id } = await anna();
    await UserModel.deleteOne({ _id });
    expect((await completeFlow()).location).toBe("/dashboard");
    expect(await UserModel.findOne({}).lean()).toMatchObject({ username: "anna" });
  });
});

describe("OIDC administrators' group", () => {
  it("grants and revokes the role, but never of the first administrator", async () => {
    env.OIDC_ADMIN_GROUP = "elders";
    const { _id } = await anna();
    await anna({ _id: 1, username: "first", atProvider: { key: "other", since: new Date() } });
    const isAdmin = async () => (await UserModel.findById(_id).lean())?.isAdmin;
    claim({ groups: ["readers", "elders"] });
    expect(cookieOf(await completeFlow(), "sid")).toBeDefined();
    expect(await isAdmin()).toBe(true);
    claim({ groups: ["readers"] });
    expect(cookieOf(await completeFlow(), "sid")).toBeDefined();
    expect(await isAdmin()).toBe(false);
    expect(await AuditEventModel.distinct("kind", { subjectId: _id })).toEqual(
      expect.arrayContaining(["admin.made_administrator", "admin.administrator_removed"]),
    );
    await UserModel.deleteOne({ _id });
    await UserModel.updateOne(
      { _id: 1 },
      { $set: { isAdmin: true, atProvider: { key: annas(), since: new Date() } } },
    );
    await completeFlow();
    expect(await UserModel.findById(1).lean()).toMatchObject({ isAdmin: true });
  });
});

describe("OIDC connection", () => {
  const press = (session: string, intent: string, currentPassword = PASSWORD) =>
    submit(security, "/settings/security", { intent, currentPassword }, { session });
  const connect = async (session: string, home = session) => {
    const gone = await press(session, "link");
    return openCallback(provider.code(gone.location ?? ""), cookieOf(gone, "trip") ?? "", home);
  };

  it("connects the signed-in member only", async () => {
    const { user, secret } = await createSignedIn({ email: "anna@example.test" });
    const other = await createSignedIn();
    for (const home of [other.secret, ""]) {
      const done = await connect(secret, home);
      expect(await toastOf(done)).toContain("That sign-in did not work");
    }
    expect(await toastOf(await connect(secret))).toContain("You can sign in with St Anne now");
    expect(await UserModel.findById(user._id).lean()).toMatchObject({ atProvider: { key: annas() } });
    expect(await toastOf(await connect(other.secret))).toContain("belongs to another account");
    await SessionModel.deleteMany({});
    expect((await completeFlow()).location).toBe("/dashboard");
    expect((await recentSecurityEvents(user._id)).map(({ words }) => words)).toEqual(
      expect.arrayContaining(["Signed in with single sign-on", "Single sign-on connected"]),
    );
    const mails = await UserModel.findById(user._id).lean();
    expect(mails?.pendingMail.map(({ kind }) => kind)).toContain("provider-linked");
  });

  it("requires the password, or a recent sign-in from a member without one", async () => {
    const { secret } = await createSignedIn();
    for (const [typed, status] of [
      ["", 400],
      ["Wrong-Water-9", 401],
    ] as const)
      expect(await press(secret, "link", typed)).toMatchObject({
        status,
        data: { lastResult: { error: { currentPassword: [expect.any(String)] } } },
      });
    const by = await createUser({ passwordHash: "" });
    const started = await startSession(by, { remember: false, device: "Test", through: { way: "passkey" } });
    expect((await press(started.secret, "link", "none")).status).toBe(302);
    setClock(() => new Date(Date.now() + 11 * 60_000));
    expect((await press(started.secret, "link", "none")).status).toBe(401);
  });

  it("is listed with a button to remove it after a password reset", async () => {
    const { secret } = await createSignedIn({ email: "anna@example.test" });
    await connect(secret);
    clearMailbox();
    await requestPasswordReset("anna@example.test");
    const [token = ""] = await mailedLinks("reset-password");
    const options = { network: "n", providerName: "St Anne" };
    const done = await resetPassword(token, "Brand-new-7", options);
    if (!done.ok) throw new Error(done.code);
    const Cookie = (await storeLinkSecret("methods", done.otherMethods ?? "")).split(";")[0] ?? "";
    const page = async () => load(loginPage, "/auth/login", { headers: { Cookie } });
    expect((await page()).data).toMatchObject({ otherMethods: [{ id: "provider", passkey: null }] });
    const address = "/auth/reset-password?step=methods";
    const fields = { intent: "removeMethod", method: "provider" };
    expect((await submit(reset, address, fields, { headers: { Cookie } })).location).toBe(address);
    expect(await UserModel.countDocuments({ atProvider: { $ne: null } })).toBe(0);
    expect((await page()).data).toMatchObject({ otherMethods: [] });
  });

  it("is removed when a password remains, with its other sessions", async () => {
    const user = await anna();
    const there = sessionOf(await completeFlow());
    const { secret } = await startSession(user, { remember: false, device: "Test" });
    const { data } = await load(securityPage, "/settings/security", { session: secret });
    const { sessions } = data as { sessions: { way?: string }[] };
    expect(sessions.map(({ way }) => way).sort()).toEqual(["provider", undefined]);
    expect((await press(secret, "unlink")).status).toBe(302);
    expect(await UserModel.findById(user._id).lean()).toMatchObject({ atProvider: null });
    expect(await memberIn(there)).toBeNull();
  });

  it("redirects to the provider for re-authentication", async () => {
    const { secret } = await createSignedIn();
    const { location } = await startFlow({ session: secret });
    expect(location).toContain(provider.issuer);
    const parameters = Object.fromEntries(new URL(location).searchParams);
    expect(parameters).toMatchObject({ prompt: "login", max_age: "0" });
  });

  it("cannot be removed when no password can sign in", async () => {
    const secret = sessionOf(await completeFlow());
    expect((await press(secret, "unlink")).status).toBe(409);
    await UserModel.updateOne({}, { $set: { passwordHash: "v1$x$2b$04$x" } });
    env.OIDC_ONLY = true;
    expect((await press(secret, "unlink")).status).toBe(409);
    expect(await UserModel.countDocuments({ atProvider: null })).toBe(0);
  });
});

describe("OIDC logout", () => {
  it("redirects OIDC sessions through the provider with their id token", async () => {
    const session = sessionOf(await completeFlow());
    const gone = new URL((await submit(logout, "/logout", {}, { session })).location ?? "");
    expect(gone.origin + gone.pathname).toBe(`${provider.issuer}/leave`);
    expect(gone.searchParams.get("post_logout_redirect_uri")).toBe("http://localhost:3000/home");
    expect(gone.searchParams.get("id_token_hint")?.split(".")).toHaveLength(3);
    expect(await SessionModel.countDocuments({})).toBe(0);
    const { secret } = await createSignedIn();
    expect((await submit(logout, "/logout", {}, { session: secret })).location).toBe("/home?loggedOut=true");
  });

  it("allows form redirects to the provider only", () => {
    const [, targets] = /form-action ([^;]+)/.exec(contentSecurityPolicy("n")) ?? [];
    expect(targets).toBe(`'self' ${provider.issuer}`);
  });

  it("ends the matching sessions at a back-channel logout", async () => {
    await completeFlow();
    claim({ sid: "there-2" });
    await completeFlow();
    const by = await createSignedIn();
    expect(await sendLogoutToken(await provider.logoutToken({ sub: "anna", sid: "there-1" }))).toBe(200);
    expect(await SessionModel.countDocuments({ way: "provider" })).toBe(1);
    expect(await sendLogoutToken(await provider.logoutToken({ sub: "someone" }))).toBe(200);
    expect(await SessionModel.countDocuments({ way: "provider" })).toBe(1);
    const token = await provider.logoutToken({ sub: "anna" });
    expect(await sendLogoutToken(token)).toBe(200);
    expect(await SessionModel.countDocuments({ way: "provider" })).toBe(0);
    expect(await SessionModel.countDocuments({ userId: by.user._id })).toBe(1);
    expect(await sendLogoutToken(token)).toBe(400);
    expect(await AuditEventModel.countDocuments({ kind: "provider.signed_out" })).toBe(2);
  });

  it("accepts the logout token type only", async () => {
    await completeFlow();
    provider.typ = "at+jwt";
    expect(await sendLogoutToken(await provider.logoutToken({ sub: "anna" }))).toBe(400);
    provider.typ = "logout+jwt";
    expect(await sendLogoutToken(await provider.logoutToken({ sub: "anna" }))).toBe(200);
    expect(await SessionModel.countDocuments({})).toBe(0);
  });

  it.each<[string, Record<string, unknown>, OddProvider["signing"]?]>([
    ["another issuer", { iss: "https://other.example" }],
    ["another audience", { aud: "shop" }],
    ["no event", { events: {} }],
    ["a nonce, as an id token has", { nonce: "n" }],
    ["an old time of issue", { iat: Math.floor(Date.now() / 1000) - 3600 }],
    ["no subject", { sub: undefined }],
    ["no token id", { jti: undefined }],
    ["alg none", {}, "none"],
    ["HMAC with the public key", {}, "public"],
    ["a key that is not the provider's", {}, "other"],
  ])("ends nothing with %s", async (_what, changes, signing = "right") => {
    await completeFlow();
    provider.signing = signing;
    expect(await sendLogoutToken(await provider.logoutToken({ sub: "anna", ...changes }))).toBe(400);
    expect(await SessionModel.countDocuments({})).toBe(1);
  });
});

describe("unavailable provider", () => {
  const look = async () => {
    const { data } = await load(loginPage, "/auth/login");
    return (data as { isProviderUp: boolean | null }).isProviderUp;
  };

  it(
    "is reported within a second while passwords work, and is asked again",
    { tags: ["release"] },
    async () => {
      expect(await look()).toBe(true);
      const user = await createUser();
      await provider.stop();
      resetProvider();
      const begin = performance.now();
      expect(await look()).toBe(false);
      const gone = await load(go, "/auth/oidc");
      expect(performance.now() - begin).toBeLessThan(1500);
      expect(gone.location).toBe("/auth/login");
      expect(await toastOf(gone)).toContain("St Anne does not answer just now");
      const fields = { email: user.email, password: PASSWORD };
      expect((await submit(login, "/auth/login", fields)).location).toBe("/dashboard");
      provider = await OddProvider.start();
      env.OIDC_ISSUER = provider.issuer;
      await expect.poll(look).toBe(true);
    },
  );

  it("is neither a failure nor an audit entry at the callback", async () => {
    provider.tokenStatus = 503;
    const done = await completeFlow();
    expect(await toastOf(done)).toContain("does not answer just now");
    expect(await AuditEventModel.countDocuments({ kind: "sign_in.refused" })).toBe(0);
  });

  it("is assumed when its metadata names a plain http URL or another issuer", async () => {
    provider.metadata = { token_endpoint: "http://tokens.example.test/" };
    resetProvider();
    expect(await look()).toBe(false);
    provider.metadata = { issuer: "https://other.example" };
    resetProvider();
    expect(await look()).toBe(false);
  });

  it("is queried once for concurrent requests, and its keys once a minute", async () => {
    await Promise.all(Array.from({ length: 50 }, look));
    expect(provider.asked.discovery).toBe(1);
    await completeFlow();
    provider.kid = "second";
    for (let time = 0; time < 4; time += 1) {
      expect(cookieOf(await completeFlow(), "sid")).toBeUndefined();
      expect(await sendLogoutToken(await provider.logoutToken({ sub: "anna" }))).toBe(400);
    }
    expect(provider.asked.keys).toBe(1);
    const process = performance.now.bind(performance);
    vi.spyOn(performance, "now").mockImplementation(() => process() + 61_000);
    vi.setSystemTime(Date.now() + 61_000);
    expect(cookieOf(await completeFlow(), "sid")).toBeDefined();
    expect(await sendLogoutToken(await provider.logoutToken({ sub: "anna" }))).toBe(200);
    expect(provider.asked.keys).toBe(2);
  });
});

describe("instance without passwords", () => {
  beforeEach(() => {
    env.OIDC_ONLY = true;
  });

  it("rejects passwords everywhere but for the first administrator", async () => {
    const user = await createUser({ isAdmin: true });
    const first = await createUser({ _id: 1 });
    const body = { email: user.email, password: PASSWORD };
    const anew = {
      username: "newcomer",
      email: "new@example.test",
      password: PASSWORD,
      confirmPassword: PASSWORD,
      agreeToTerms: "on",
    };
    const firstBody = { ...body, email: first.email };
    const replies = [
      await submit(login, "/login", body),
      await callJson(jsonLogin, "/api/auth/login", body),
      await submit(register, "/auth/register", anew),
      await callJson(jsonRegister, "/api/auth/register", anew),
      await submit(reset, "/auth/reset-password", { email: user.email }),
      await submit(adminLogin, "/admin-login", body),
      await callJson(jsonAdmin, "/api/admin-login", body),
      await submit(adminLogin, "/admin-login", firstBody),
      await callJson(jsonAdmin, "/api/admin-login", firstBody),
    ];
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 401, 401, 302, 200]);
    expect(await SessionModel.countDocuments({ userId: { $ne: 1 } })).toBe(0);
  });
});

describe("member without a password", () => {
  const hourAgo = Math.floor(Date.now() / 1000) - 3600;
  /** The provider signs in silently, by its own session. */
  const signInSilently = (auth_time: number | undefined) => claim({ auth_time });
  const memberOf = async (session: string) => {
    const member = await memberIn(session);
    if (!member) throw new Error("Nobody is signed in.");
    return member;
  };
  const confirm = async (session: string) => (await confirmPassword(await memberOf(session), "none", "n")).ok;

  it.each([
    ["an hour old", hourAgo],
    ["missing", undefined],
  ])("is not re-authenticated by a silent sign-in whose auth_time is %s", async (_age, auth_time) => {
    signInSilently(auth_time);
    const { location, trip } = await startFlow();
    expect(new URL(location).searchParams.get("max_age")).toMatch(/^\d+$/);
    const session = sessionOf(await openCallback(provider.code(location), trip));
    expect(await confirm(session)).toBe(false);
    // The provider has to re-authenticate the second time.
    const again = await startFlow({ session });
    const refused = await openCallback(provider.code(again.location), again.trip, session);
    expect(cookieOf(refused, "sid")).toBeUndefined();
    expect(await toastOf(refused)).toContain("did not ask who you are");
    signInSilently(Math.floor(Date.now() / 1000));
    const third = await startFlow({ session });
    const done = await openCallback(provider.code(third.location), third.trip, session);
    expect(await confirm(sessionOf(done))).toBe(true);
  });

  it("cannot open the administrators' area by a silent sign-in", async () => {
    await anna({ isAdmin: true });
    signInSilently(hourAgo);
    const secret = sessionOf(await completeFlow());
    expect(await isAdminOpen(secret, false)).toBe(false);
    signInSilently(Math.floor(Date.now() / 1000));
    expect(await isAdminOpen(sessionOf(await completeFlow({ session: secret })), false)).toBe(true);
  });

  it("is re-authenticated by a recent sign-in", async () => {
    const session = sessionOf(await completeFlow());
    expect(await confirm(session)).toBe(true);
    const offer = await offerSealing(await memberOf(session), "none", "n");
    expect(offer).toMatchObject({ code: "wrong_password" });
    setClock(() => new Date(Date.now() + 11 * 60_000));
    expect(await confirm(session)).toBe(false);
  });
});
