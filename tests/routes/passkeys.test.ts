import { describe, expect, it } from "vitest";
import { AuditEventModel } from "#models/operations.server";
import { SessionModel } from "#models/session.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { addPasskey, passkeySignInOptions, type PasskeyOptions } from "#tests/factories/passkey";
import { sealFor, signedIn, signOutEverywhere } from "#tests/factories/sealed";
import { createSignedIn, PASSWORD } from "#tests/factories/user";
import { SoftAuthenticator, type Faults } from "#tests/support/authenticator";
import {
  answer,
  callJson,
  cookieOf,
  load,
  ORIGIN,
  post,
  submit,
  type Answered,
} from "#tests/support/request";
import { destroyDueAccounts } from "~/domain/accounts/deletion/deletion.server";
import { recentSecurityEvents } from "~/domain/operations/audit-log.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { action as signIn } from "~/routes/api/auth-passkey";
import { action as add } from "~/routes/api/passkeys";
import { action as addOptions } from "~/routes/api/passkeys-options";
import { action as openJournal } from "~/routes/auth/journal-password";
import { action as page, loader as pageLoader } from "~/routes/member/settings/security-passkeys/route";

type Someone = { user: UserRecord; secret: string };

const askToAdd = ({ secret: session }: Someone, currentPassword = PASSWORD) =>
  callJson(addOptions, "/api/passkeys/options", { name: "Key", currentPassword }, { session });
const bring = ({ secret: session }: Someone, credential: object, name = "My phone") =>
  callJson(add, "/api/passkeys", { name, credential }, { session });
const withPasskey = ({ secret }: Someone) => addPasskey(secret);

const postAssertion = (credential: object, Cookie: string, more: object = {}) =>
  callJson(signIn, "/api/auth/passkey", { credential, ...more }, { headers: { Cookie } });

async function signInWith(
  authenticator: SoftAuthenticator,
  faults: Faults = {},
  more = {},
): Promise<Answered> {
  const { options, Cookie } = await passkeySignInOptions();
  return postAssertion(authenticator.get(options, faults), Cookie, more);
}

const sessionsBy = (way: "passkey") => SessionModel.countDocuments({ way });
const emailsOf = async ({ user }: Someone) =>
  (await UserModel.findById(user._id).orFail().lean()).pendingMail.map(({ kind }) => kind);
const lines = (kind: string) => AuditEventModel.countDocuments({ kind });

const SENTENCE = "You have not been signed in. Please try again, or use your password.";

async function expectRefused(result: Answered, status = 401, what?: string): Promise<void> {
  expect([result.status, result.data], what).toEqual([status, { message: SENTENCE }]);
  expect(cookieOf(result, "sid"), what).toBeUndefined();
  expect(await sessionsBy("passkey"), what).toBe(0);
  expect(await lines("sign_in.refused"), what).toBe(1);
}

describe("passkey", () => {
  it("is added after the password is confirmed, and signs in without a two-step code", async () => {
    const twoStep = { sealed: Buffer.from("x"), lastStep: 0, recoveryHashes: [], enabledAt: new Date() };
    const anna = await createSignedIn({ twoStep });
    expect((await askToAdd(anna, "Wrong-Water-9")).status).toBe(401);
    expect((await askToAdd(anna)).data).toMatchObject({
      rp: { id: "localhost" },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const key = await withPasskey(anna);
    expect(await emailsOf(anna)).toEqual(["passkey-added"]);
    const { options } = await passkeySignInOptions();
    expect(options).toMatchObject({ rpId: "localhost", userVerification: "required" });
    const done = await signInWith(key, {}, { redirectTo: "/journal/free", rememberMe: true });
    expect(done.data).toEqual({ location: "/journal/free" });
    expect(await SessionModel.findOne({ way: "passkey" }).lean()).toMatchObject({ remember: true });
    const [newest] = await recentSecurityEvents(anna.user._id);
    expect(newest?.words).toBe("Signed in with a passkey");
    const { data } = await load(pageLoader, "/settings/security/passkeys", { session: anna.secret });
    expect(data).toMatchObject({ passkeys: [{ name: "My phone", used: expect.stringMatching(/\d{4}/) }] });
    expect(JSON.stringify(data)).not.toContain(key.id);
  });

  it("signs in although its network has reached the failure limit", { tags: ["release"] }, async () => {
    const key = await withPasskey(await createSignedIn());
    const at = new Date();
    setClock(() => at);
    const { options, Cookie } = await passkeySignInOptions();
    for (let time = 0; time < 50; time += 1) {
      const assertion = key.get(options, time % 2 ? { verified: false } : { id: "AAAA" });
      expect((await postAssertion(assertion, Cookie)).status).toBe(401);
    }
    const refusal = await postAssertion(key.get(options, { id: "AAAA" }), Cookie);
    expect(refusal.data).toMatchObject({ message: expect.stringContaining("wait 300 seconds") });
    expect([refusal.status, refusal.headers.get("Retry-After")]).toEqual([429, "300"]);
    expect((await signInWith(key)).status).toBe(200);
    setClock(() => new Date(at.getTime() + 5 * 60_000));
    expect((await postAssertion(key.get(options, { id: "AAAA" }), Cookie)).status).toBe(401);
  });

  it(
    "ignores a redirect to another site, and is limited to ten for each member",
    { tags: ["release"] },
    async () => {
      const anna = await createSignedIn();
      const key = await withPasskey(anna);
      const done = await signInWith(key, {}, { redirectTo: "//evil.example/" });
      expect(done.data).toEqual({ location: "/dashboard" });
      for (let more = 1; more < 9; more += 1) await withPasskey(anna);
      const both = [await askToAdd(anna), await askToAdd(anna)];
      const results = await Promise.all(
        both.map(({ data }) => bring(anna, new SoftAuthenticator(ORIGIN).create(data as PasskeyOptions))),
      );
      expect(results.map(({ status }) => status).sort()).toEqual([201, 409]);
      expect((await askToAdd(anna)).status).toBe(409);
    },
  );

  it("is removed with its other sessions after the password is confirmed, and an email reports it", async () => {
    const anna = await createSignedIn();
    const key = await withPasskey(anna);
    await signInWith(key);
    const { data } = await load(pageLoader, "/settings/security/passkeys", { session: anna.secret });
    const [{ id }] = (data as { passkeys: [{ id: string }] }).passkeys;
    const remove = async (currentPassword: string, passkeyId = id, session = anna.secret) => {
      const fields = { intent: "remove", passkeyId, currentPassword };
      return submit(page, "/settings/security/passkeys", fields, { session });
    };
    const bertha = await createSignedIn();
    expect((await remove(PASSWORD, id, bertha.secret)).status).toBe(404);
    expect((await remove("Wrong-Water-9")).status).toBe(401);
    expect(await sessionsBy("passkey")).toBe(1);
    expect((await remove(PASSWORD)).location).toBe("/settings/security/passkeys");
    expect(await emailsOf(anna)).toEqual(["passkey-added", "passkey-removed"]);
    await expectRefused(await signInWith(key));
  });
});

describe("rejected passkey sign-in", () => {
  const other = new SoftAuthenticator(ORIGIN);

  it("rejects an assertion with any altered field", async () => {
    const key = await withPasskey(await createSignedIn());
    const wrong: Record<string, Faults> = {
      "another origin": { origin: "http://evil.example" },
      "a part of our origin": { origin: "http://localhost" },
      "another RP id": { party: "evil.example" },
      "a forged challenge": { challenge: Buffer.from("a.zzzzzzzzz.c").toString("base64url") },
      "another member": { handle: Buffer.from("bertha").toString("base64url") },
      "an unknown key": { id: "AAAAAAAAAAAAAAAAAAAAAAAAAAA" },
      "the signature of another key": { key: other.pair.privateKey },
      "no user verification": { verified: false },
      "a response to a registration": { type: "webauthn.create" },
    };
    for (const [what, faults] of Object.entries(wrong)) {
      await AuditEventModel.deleteMany({});
      await expectRefused(await signInWith(key, faults), 401, what);
    }
    expect((await signInWith(key)).status).toBe(200);
  });

  it("rejects a challenge when it is of another browser, for adding a passkey, reused or expired", async () => {
    const anna = await createSignedIn();
    const key = await withPasskey(anna);
    const [here, elsewhere] = [await passkeySignInOptions(), await passkeySignInOptions()];
    const toAdd = (await askToAdd(anna)).data as PasskeyOptions;
    for (const options of [elsewhere.options, { ...here.options, challenge: toAdd.challenge }]) {
      await AuditEventModel.deleteMany({});
      await expectRefused(await postAssertion(key.get(options), here.Cookie));
    }
    const assertion = key.get(here.options);
    expect((await postAssertion(assertion, here.Cookie)).status).toBe(200);
    await SessionModel.deleteMany({});
    await AuditEventModel.deleteMany({});
    await expectRefused(await postAssertion(assertion, here.Cookie));
    const { options, Cookie } = await passkeySignInOptions();
    setClock(() => new Date(Date.now() + 6 * 60_000));
    await AuditEventModel.deleteMany({});
    await expectRefused(await postAssertion(key.get(options), Cookie));
  });

  it("emails a warning when the counter has not increased, unless the signature is forged", async () => {
    const anna = await createSignedIn();
    const key = await withPasskey(anna);
    await signInWith(key, { counter: 7 });
    await SessionModel.deleteMany({});
    await expectRefused(await signInWith(key, { counter: 3, key: other.pair.privateKey }));
    expect(await lines("passkey.counter_back")).toBe(0);
    await AuditEventModel.deleteMany({});
    await expectRefused(await signInWith(key, { counter: 7 }));
    expect(await lines("passkey.counter_back")).toBe(1);
    expect(await emailsOf(anna)).toContain("passkey-copied");
    expect((await signInWith(key, { counter: 8 })).status).toBe(200);
  });

  it("rejects locked and unverified accounts, and every account with OIDC_ONLY", async () => {
    const anna = await createSignedIn();
    const key = await withPasskey(anna);
    const { _id } = anna.user;
    await UserModel.updateOne({ _id }, { $set: { status: "locked" } });
    await expectRefused(await signInWith(key));
    await UserModel.updateOne({ _id }, { $set: { status: "active", emailVerifiedAt: null } });
    expect((await signInWith(key)).status).toBe(403);
    await UserModel.updateOne({ _id }, { $set: { emailVerifiedAt: new Date() } });
    const { options, Cookie } = await passkeySignInOptions();
    Object.assign(env, { OIDC_ISSUER: "https://sign-in.example", OIDC_ONLY: true });
    expect((await postAssertion(key.get(options), Cookie)).status).toBe(403);
    expect((await askToAdd(anna)).status).toBe(403);
    expect(await sessionsBy("passkey")).toBe(0);
  });

  it("rejects an oversized body with 413", async () => {
    const anna = await createSignedIn();
    const large = { id: "A", rawId: "A", type: "public-key", response: { signature: "A".repeat(2 ** 20) } };
    await expectRefused(await postAssertion(large, ""), 413);
    const addReply = await bring(anna, {
      ...large,
      response: { clientDataJSON: "A", attestationObject: "A".repeat(2 ** 20) },
    });
    const message: unknown = expect.stringContaining("was not added");
    expect(addReply).toMatchObject({ status: 413, data: { message } });
    expect(await lines("passkey.refused")).toBe(1);
  });
});

describe("further steps after a passkey", () => {
  it("require the password of a sealed journal, and no two-step code", async () => {
    const anna = await createSignedIn();
    const key = await withPasskey(anna);
    const { member } = await sealFor(await signedIn(anna.user));
    await signOutEverywhere(member);
    const twoStep = { sealed: Buffer.from("x"), lastStep: 0, recoveryHashes: [], enabledAt: new Date() };
    await UserModel.updateOne({ _id: member.id }, { $set: { twoStep } });
    const done = await signInWith(key);
    expect(done.data).toEqual({ location: "/auth/journal-password" });
    expect(await SessionModel.countDocuments({})).toBe(0);
    const headers = { Cookie: cookieOf(done, "pending") ?? "" };
    const typed = await post("/auth/journal-password", { password: PASSWORD }, { headers });
    expect((await answer(() => openJournal(typed))).location).toBe("/dashboard");
    expect(await SessionModel.findOne({}).lean()).toMatchObject({ way: "passkey" });
  });

  it("offer to cancel a pending deletion, and reject a deleted account", async () => {
    const anna = await createSignedIn();
    const key = await withPasskey(anna);
    const leaving = { status: "deleting" as const, deleteAfter: new Date(Date.now() + 1e8) };
    await UserModel.updateOne({ _id: anna.user._id }, { $set: leaving });
    expect((await signInWith(key)).data).toEqual({ location: "/leaving" });
    const over = { deleteAfter: new Date(Date.now() - 1) };
    await UserModel.updateOne({ _id: anna.user._id }, { $set: over });
    await SessionModel.deleteMany({});
    expect(await destroyDueAccounts(new AbortController().signal)).toBe(1);
    await expectRefused(await signInWith(key));
    expect(await UserModel.countDocuments({ _id: anna.user._id })).toBe(0);
  });
});

describe("rejected new passkey", () => {
  it("rejects any altered field", async () => {
    const anna = await createSignedIn();
    const optionsReply = (await askToAdd(anna)).data as PasskeyOptions;
    const certificate = new Map<string, unknown>([["x5c", [new Uint8Array(8)]]]);
    const wrong: Record<string, Faults> = {
      "another origin": { origin: "http://evil.example" },
      "another RP id": { party: "evil.example" },
      "a forged challenge": { challenge: "AAAA" },
      "no user verification": { verified: false },
      "a response to a sign-in": { type: "webauthn.get" },
      "an attestation that was not requested": { fmt: "packed", statement: certificate },
    };
    const message: unknown = expect.stringContaining("not added");
    for (const [what, faults] of Object.entries(wrong)) {
      await AuditEventModel.deleteMany({});
      const refused = await bring(anna, new SoftAuthenticator(ORIGIN).create(optionsReply, faults));
      expect(refused, what).toMatchObject({ status: 400, data: { message } });
      expect(await lines("passkey.refused"), what).toBe(1);
    }
    expect((await UserModel.findById(anna.user._id).orFail().lean()).passkeys ?? []).toEqual([]);
    expect((await bring(anna, new SoftAuthenticator(ORIGIN).create(optionsReply))).status).toBe(201);
  });

  it("rejects another member's, an anonymous, a repeated, or a known passkey", async () => {
    const [anna, bertha] = [await createSignedIn(), await createSignedIn()];
    const key = await withPasskey(anna);
    const optionsReply = (await askToAdd(anna)).data as PasskeyOptions;
    const made = new SoftAuthenticator(ORIGIN).create(optionsReply);
    expect((await bring(bertha, made)).status).toBe(400);
    expect((await callJson(add, "/api/passkeys", { name: "Mine", credential: made })).status).toBe(401);
    const bare = { name: "Mine", currentPassword: PASSWORD };
    expect((await callJson(addOptions, "/api/passkeys/options", bare)).status).toBe(401);
    expect((await bring(anna, made)).status).toBe(201);
    expect((await bring(anna, made)).status).toBe(400);
    const berthas = (await askToAdd(bertha)).data as PasskeyOptions;
    const known = new SoftAuthenticator(ORIGIN).create(berthas, { id: key.id });
    expect((await bring(bertha, known)).status).toBe(400);
    expect((await signInWith(key)).status).toBe(200);
  });
});
