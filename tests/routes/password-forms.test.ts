import { createHmac } from "node:crypto";
import bcrypt from "bcryptjs";
import type { Piscina } from "piscina";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { storedBytes } from "#models/db/queries.server";
import { RateLimitCounterModel } from "#models/operations.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import { memberBy, sealFor, signedIn, startVisit } from "#tests/factories/sealed";
import { createUser, PASSWORD } from "#tests/factories/user";
import { callJson, load, submit } from "#tests/support/request";
import { unwrapKeysWithPassword } from "~/domain/identity/key-wrapping.server";
import { lockBySecret } from "~/domain/identity/session-lock.server";
import { startSession } from "~/domain/identity/sessions.server";
import { confirmPassword, signIn } from "~/domain/identity/sign-in.server";
import { attemptKey } from "~/domain/limits/rate-limits.server";
import { onVisitTasksDone } from "~/domain/operations/on-visit-tasks.server";
import { seal, wrapKey } from "~/platform/encryption.server";
import { hashPassword, stretchPassword, verifyPassword } from "~/platform/passwords.server";
import { secrets } from "~/platform/secrets.server";
import { action as loginCall } from "~/routes/api/auth-login";
import { action as adminLogin } from "~/routes/auth/admin-login";
import { action as login } from "~/routes/auth/login/route";
import { action as register } from "~/routes/auth/register/route";
import { action as unlock } from "~/routes/auth/unlock";
import { loader as readEntry } from "~/routes/member/journal/entry";
import { action as changeSeal } from "~/routes/member/settings/security-seal/route";
import { action as changeSecurity } from "~/routes/member/settings/security/route";

const COMPOSED = "Wässer-Ü-7".normalize("NFC");
const DECOMPOSED = COMPOSED.normalize("NFD");
const MIXED = `${COMPOSED.slice(0, 6)}${DECOMPOSED.slice(7)}`;
const NETWORK = "192.0.2.1";

const send = (
  action: Parameters<typeof submit>[0],
  path: string,
  fields: Record<string, string>,
  session?: string,
) => submit(action, path, fields, { session });

/** A hash from before passwords were normalized. */
async function hashAsTyped(password: string): Promise<string> {
  const [, pepperId] = (await hashPassword(password)).split("$");
  const text = createHmac("sha384", secrets.pepper).update(password, "utf8").digest("base64");
  return `v1$${pepperId}${bcrypt.hashSync(text, 4)}`;
}

/** Counts the hashes of `run` by the workers' jobs. */
async function hashesOf(run: () => Promise<unknown>): Promise<number> {
  const { passwordPool } = globalThis as { passwordPool?: Piscina };
  if (!passwordPool) throw new Error("No hash has been made yet.");
  const before = passwordPool.completed;
  await run();
  return passwordPool.completed - before;
}

/** A key wrap from before passwords were normalized. */
async function wrapAsTyped(userId: number, before: string, password: string): Promise<void> {
  const user = await UserModel.findById(userId).orFail().lean();
  if (!user.sealing) throw new Error("The journal is not sealed.");
  const keys = await unwrapKeysWithPassword(user, before);
  const { salt, N, r, p } = user.sealing.stretching;
  const key = await stretchPassword(password, { salt: storedBytes(salt), N, r, p });
  const wrapped = seal(key, keys, `users|${userId}|sealing|password|1`);
  const byPassword = wrapKey(wrapped, `users|${userId}|sealing`, 1);
  await UserModel.updateOne(
    { _id: userId },
    { $set: { "sealing.byPassword": byPassword, passwordHash: await hashAsTyped(password) } },
  );
}

afterEach(onVisitTasksDone);

it("uses three different Unicode forms of one password", () => {
  expect(new Set([COMPOSED, DECOMPOSED, MIXED]).size).toBe(3);
  expect(MIXED.normalize("NFC")).toBe(COMPOSED);
});

describe.each([
  ["composed", () => hashPassword(COMPOSED)],
  ["decomposed, as it was typed before an upgrade", () => hashAsTyped(DECOMPOSED)],
])("password stored %s", (_stored, hash) => {
  let user: UserRecord;
  beforeEach(async () => {
    user = await createUser({ isAdmin: true, passwordHash: await hash() });
  });

  it.each([
    ["composed", COMPOSED],
    ["decomposed", DECOMPOSED],
    ["in mixed form", MIXED],
  ])("is accepted everywhere when typed %s", async (_typed, password) => {
    const { email } = user;
    const credentials = { email, password };
    expect((await send(login, "/auth/login", credentials)).status).toBe(302);
    expect((await send(adminLogin, "/admin-login", credentials)).location).toBe("/admin-settings");
    expect((await callJson(loginCall, "/api/auth/login", credentials)).status).toBe(200);
    const { secret } = await startSession(user, { remember: false, device: "Test" });
    expect(await confirmPassword(await memberBy(secret), password, NETWORK)).toEqual({ ok: true });
    await lockBySecret(secret);
    expect((await send(unlock, "/unlock", { password }, secret)).status).toBe(302);
  });

  it("costs one hash per Unicode form and one attempt when wrong, as for an unknown address", async () => {
    await signIn({ email: "nobody@example.test", password: "the first makes the decoy" }, { network: "" });
    const wrong = { Stillness8: 1, [`${COMPOSED}8`]: 2, [`${DECOMPOSED}8`]: 2, [`${MIXED}8`]: 3 };
    for (const [at, [password, hashes]] of Object.entries(wrong).entries())
      for (const email of [user.email, "nobody@example.test"]) {
        const network = `198.51.100.${at}`;
        expect(await hashesOf(() => signIn({ email, password }, { network }))).toBe(hashes);
        const attempt = attemptKey("login", email, network);
        expect(await RateLimitCounterModel.findById(attempt).lean()).toMatchObject({ failures: 1 });
      }
  });
});

it("costs one hash when a correct password has one form", async () => {
  const { email } = await createUser();
  await signIn({ email, password: PASSWORD }, { network: NETWORK });
  expect(await hashesOf(() => signIn({ email, password: PASSWORD }, { network: NETWORK }))).toBe(1);
});

it("costs at most three hashes when a password is wrong during a pending reset", async () => {
  const beginning = {
    passwordHash: await hashPassword(PASSWORD),
    endsAt: new Date(8.64e15),
    emptying: false,
  };
  const { email } = await createUser({ passwordHash: await hashPassword(COMPOSED), beginning });
  const wrong = { Stillness8: 2, [`${COMPOSED}8`]: 3, [`${MIXED}8`]: 3 };
  for (const [at, [password, hashes]] of Object.entries(wrong).entries())
    expect(await hashesOf(() => signIn({ email, password }, { network: `198.51.100.${at}` }))).toBe(hashes);
});

it("hashes a new password in composed form (NFC)", async () => {
  const form = { username: "walter", email: "walter@example.test", agreeToTerms: "on" };
  // Password managers and keyboards may use different Unicode forms.
  const passwords = { password: DECOMPOSED, confirmPassword: COMPOSED };
  expect((await send(register, "/auth/register", { ...form, ...passwords })).status).toBe(302);
  const made = await UserModel.findOne({ usernameKey: "walter" }).orFail().lean();
  expect(await verifyPassword(COMPOSED, made.passwordHash)).toBe(true);

  const { user, secret } = await createSignedInWith(PASSWORD);
  const change = { intent: "password", currentPassword: PASSWORD, ...passwords };
  expect((await send(changeSecurity, "/settings/security", change, secret)).status).toBe(302);
  const { passwordHash } = await UserModel.findById(user._id).orFail().lean();
  expect(await verifyPassword(COMPOSED, passwordHash)).toBe(true);
});

async function createSignedInWith(password: string) {
  const user = await createUser({ passwordHash: await hashPassword(password) });
  return { user, secret: (await signedIn(user)).secret };
}

describe("sealed journal", () => {
  it.each([
    ["before an upgrade", "decomposed", DECOMPOSED, COMPOSED],
    ["before an upgrade", "composed", COMPOSED, DECOMPOSED],
    ["before an upgrade", "in mixed form", MIXED, MIXED],
    ["by this version", "decomposed", null, DECOMPOSED],
  ])("sealed %s opens with the password typed %s", async (_when, _typed, wrapped, typed) => {
    const sealed = await sealFor(await signedIn(await createUser()));
    const { id } = sealed.member;
    const entry = await createEntry(sealed.member, { content: { body: "The heron stood." } });
    if (wrapped) await wrapAsTyped(id, PASSWORD, wrapped);
    else {
      const next = { password: MIXED, confirmPassword: MIXED };
      const change = { intent: "password", currentPassword: PASSWORD, ...next };
      expect((await send(changeSecurity, "/settings/security", change, sealed.secret)).status).toBe(302);
    }
    const { secret } = await startVisit(sealed.member, typed);
    const extra = { session: secret, params: { entryId: entry._id } };
    const { data } = await load(readEntry, `/journal/entries/${entry._id}`, extra);
    expect(JSON.stringify(data)).toContain("The heron stood.");
    const codes = { intent: "newcodes", currentPassword: typed };
    const shown = await send(changeSeal, "/settings/security/seal", codes, secret);
    expect((shown.data as { codes?: string[] }).codes).toHaveLength(8);
  });
});
