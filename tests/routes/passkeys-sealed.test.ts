import { describe, expect, it } from "vitest";
import { AuditEventModel } from "#models/operations.server";
import { SessionModel } from "#models/session.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { addPasskey, passkeySignInOptions, type PasskeyOptions } from "#tests/factories/passkey";
import { memberBy, sealFor, signedIn, signOutEverywhere, type SignedIn } from "#tests/factories/sealed";
import { createUser, PASSWORD } from "#tests/factories/user";
import type { SoftAuthenticator } from "#tests/support/authenticator";
import { callJson, load, sessionOf, submit, type Answered } from "#tests/support/request";
import { unsealJournal } from "~/domain/accounts/sealing/seal-journal.server";
import { changePassword } from "~/domain/accounts/security/security-settings.server";
import { rewrapDataKeys } from "~/domain/identity/key-wrapping.server";
import { lockBySecret } from "~/domain/identity/session-lock.server";
import { formOwnerToken } from "~/domain/operations/form-submissions.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { action as signInAction } from "~/routes/api/auth-passkey";
import { action as signInOptions } from "~/routes/api/auth-passkey-options";
import { action as lockAction } from "~/routes/api/lock";
import { action as allowAction } from "~/routes/api/passkeys-journal";
import { action as allowOptions } from "~/routes/api/passkeys-journal-options";
import { action as page, loader as pageLoader } from "~/routes/member/settings/security-passkeys/route";

type Someone = { secret: string; key: SoftAuthenticator };

/** A member with a sealed journal and a passkey, signed in with the password. */
async function sealedWithPasskey(): Promise<SignedIn & Someone & { codes: string[] }> {
  const sealed = await sealFor(await signedIn(await createUser()));
  return { ...sealed, key: await addPasskey(sealed.secret) };
}

type Listed = { id: string; name: string; opensJournal: boolean }[];
const listed = async (session: string) => {
  const { data } = await load(pageLoader, "/settings/security/passkeys", { session });
  return (data as { passkeys: Listed }).passkeys;
};

async function askToAllow(secret: string, currentPassword = PASSWORD, at = 0): Promise<Answered> {
  const passkeyId = (await listed(secret))[at]?.id;
  const fields = { passkeyId, currentPassword };
  return callJson(allowOptions, "/api/passkeys/journal/options", fields, { session: secret });
}

const bring = (secret: string, proof: object) =>
  callJson(allowAction, "/api/passkeys/journal", proof, { session: secret });
const proofOf = (key: SoftAuthenticator, options: PasskeyOptions, faults = {}) => ({
  credential: key.get(options, faults),
  computed: key.compute(options),
});

async function allow({ secret, key }: Someone, at = 0): Promise<void> {
  const { data } = await askToAllow(secret, PASSWORD, at);
  expect((await bring(secret, proofOf(key, data as PasskeyOptions))).status).toBe(201);
}

/** A member whose passkey has journal access. */
async function withJournalAccess() {
  const journalOwner = await sealedWithPasskey();
  await allow(journalOwner);
  return journalOwner;
}

async function signInWith(key: SoftAuthenticator, more: object | null = {}): Promise<Answered> {
  const { options, Cookie } = await passkeySignInOptions();
  const proof = more ? { ...proofOf(key, options), ...more } : { credential: key.get(options) };
  return callJson(signInAction, "/api/auth/passkey", proof, { headers: { Cookie } });
}

const journalKeyAfter = async (answered: Answered) => (await memberBy(sessionOf(answered))).journalKey();
const record = async ({ id }: { id: number }): Promise<UserRecord> => UserModel.findById(id).orFail().lean();
const ASKED = { location: "/auth/journal-password" };
const IN = { location: "/dashboard" };

const form = async (secret: string, intent: "close" | "remove", at = 0): Promise<Answered> => {
  const passkeyId = (await listed(secret))[at]?.id ?? "none";
  const fields = { intent, passkeyId, currentPassword: PASSWORD };
  return submit(page, "/settings/security/passkeys", fields, { session: secret });
};

describe("passkey with journal access", () => {
  it(
    "is granted access after the password is confirmed, and an email reports it",
    { tags: ["release"] },
    async () => {
      const anna = await sealedWithPasskey();
      expect((await signInWith(anna.key)).data).toEqual(ASKED);
      expect((await askToAllow(anna.secret, "Wrong-Water-9")).status).toBe(401);
      const { data } = await askToAllow(anna.secret);
      expect(data).toMatchObject({ allowCredentials: [{ id: anna.key.id }], userVerification: "required" });
      await allow(anna);
      expect((await record(anna.member)).pendingMail.map(({ kind }) => kind)).toContain("passkey-opens");
      expect(await AuditEventModel.countDocuments({ kind: "journal.passkey_allowed" })).toBe(1);
      expect(await listed(anna.secret)).toMatchObject([{ name: "My phone", opensJournal: true }]);
      await signOutEverywhere(anna.member);
      const done = await signInWith(anna.key);
      expect(done.data).toEqual(IN);
      expect(await journalKeyAfter(done)).toEqual(anna.member.journalKey());
      expect(await SessionModel.findOne({}).lean()).toMatchObject({ way: "passkey" });
    },
  );

  it("stores nothing of the PRF output", async () => {
    const anna = await withJournalAccess();
    const options = (await askToAllow(anna.secret)).data as PasskeyOptions;
    await signInWith(anna.key);
    const computed = anna.key.compute(options);
    const stored = JSON.stringify([await UserModel.find().lean(), await SessionModel.find().lean()]);
    const logged = JSON.stringify(await AuditEventModel.find().lean());
    const bytes = Buffer.from(computed, "base64url");
    for (const form of [computed, bytes.toString("base64"), bytes.toString("hex")])
      expect(stored + logged).not.toContain(form);
  });

  it("requires the password when the PRF output is missing or wrong", async () => {
    const anna = await withJournalAccess();
    expect((await signInWith(anna.key, null)).data).toEqual(ASKED);
    expect((await signInWith(anna.key, { computed: "A".repeat(43) })).data).toEqual(ASKED);
    const bertha = await withJournalAccess();
    const options = (await askToAllow(bertha.secret)).data as PasskeyOptions;
    expect((await signInWith(anna.key, { computed: bertha.key.compute(options) })).data).toEqual(ASKED);
    expect((await signInWith(anna.key, { computed: "too short" })).status).toBe(400);
    expect((await signInWith(anna.key)).data).toEqual(IN);
  });

  it("opens the journal after a change of password and a rotation of the key ring", async () => {
    const anna = await withJournalAccess();
    const changed = await changePassword(await memberBy(anna.secret), PASSWORD, "Other-Water-9", "here");
    expect(changed.ok).toBe(true);
    expect((await signInWith(anna.key)).data).toEqual(IN);
    await rewrapDataKeys();
    const done = await signInWith(anna.key);
    expect(await journalKeyAfter(done)).toEqual(anna.member.journalKey());
  });

  it(
    "loses access when it is revoked or removed, or when the journal is unsealed",
    { tags: ["release"] },
    async () => {
      const anna = await withJournalAccess();
      const other = await addPasskey(anna.secret, "Tablet");
      await allow({ secret: anna.secret, key: other }, 1);
      expect((await form(anna.secret, "close")).location).toBe("/settings/security/passkeys");
      expect((await signInWith(anna.key)).data).toEqual(ASKED);
      const { sealing } = await record(anna.member);
      expect(sealing?.byPasskey).toMatchObject([{ passkey: other.id }]);
      expect((await form(anna.secret, "remove", 1)).status).toBe(302);
      expect((await record(anna.member)).sealing).toMatchObject({ byPasskey: [], byCode: { length: 8 } });
      expect((await signInWith(other)).status).toBe(401);
      await allow(anna);
      const off = await unsealJournal(await memberBy(anna.secret), PASSWORD, "here");
      if (!off.ok) throw new Error(off.code);
      expect((await record(anna.member)).sealing).toBeNull();
      // The journal has no texts, so the key move ends at once. Sealing again requires access to be granted again.
      await UserModel.updateOne({ _id: anna.member.id }, { $set: { keyMove: null } });
      const again = await sealFor(await signedIn(off.user));
      expect((await signInWith(anna.key)).data).toEqual(ASKED);
      expect(again.member.sealed?.byPasskeys).toBe(0);
      expect((await form(again.secret, "remove")).status).toBe(302);
    },
  );

  it("is removed from a journal that was never sealed", async () => {
    const { secret } = await signedIn(await createUser());
    await addPasskey(secret);
    expect((await form(secret, "remove")).status).toBe(302);
    expect(await listed(secret)).toEqual([]);
  });

  it("cancels a pending journal reset, as the password does", async () => {
    const anna = await withJournalAccess();
    const beginning = { passwordHash: "x", endsAt: new Date(Date.now() + 1e8), emptying: false };
    await UserModel.updateOne({ _id: anna.member.id }, { $set: { beginning } });
    // A passkey without access cancels nothing.
    expect((await signInWith(anna.key, null)).data).toEqual(ASKED);
    expect((await record(anna.member)).beginning).not.toBeNull();
    expect((await signInWith(anna.key)).data).toEqual(IN);
    expect((await record(anna.member)).beginning).toBeNull();
  });

  it("signs in only to cancel when a deletion is pending, and not when the account is locked", async () => {
    const anna = await withJournalAccess();
    const leaving = { status: "deleting" as const, deleteAfter: new Date(Date.now() + 1e8) };
    await UserModel.updateOne({ _id: anna.member.id }, { $set: leaving });
    expect((await signInWith(anna.key)).data).toEqual({ location: "/leaving" });
    await UserModel.updateOne({ _id: anna.member.id }, { $set: { status: "locked" } });
    expect((await signInWith(anna.key)).status).toBe(401);
  });
});

describe("refused journal access", () => {
  it("rejects another member's passkey or challenge, and reused, late or sign-in assertions", async () => {
    const [anna, bertha] = [await sealedWithPasskey(), await sealedWithPasskey()];
    const options = (await askToAllow(anna.secret)).data as PasskeyOptions;
    const berthas = (await askToAllow(bertha.secret)).data as PasskeyOptions;
    const toSignIn = (await passkeySignInOptions()).options;
    const wrong = {
      "another member's passkey": proofOf(bertha.key, options),
      "another member's challenge": proofOf(anna.key, berthas),
      "a challenge of the sign-in": proofOf(anna.key, toSignIn),
      "another origin": proofOf(anna.key, options, { origin: "http://evil.example" }),
      "no user verification": proofOf(anna.key, options, { verified: false }),
    };
    for (const [what, proof] of Object.entries(wrong)) {
      await AuditEventModel.deleteMany({});
      expect((await bring(anna.secret, proof)).status, what).toBe(400);
      expect(await AuditEventModel.countDocuments({ kind: "passkey.refused" }), what).toBe(1);
    }
    const proof = proofOf(anna.key, options);
    expect((await callJson(allowAction, "/api/passkeys/journal", proof)).status).toBe(401);
    // A challenge for granting access is invalid for a sign-in.
    const asMember = { session: anna.secret };
    expect((await callJson(signInAction, "/api/auth/passkey", proof, asMember)).status).toBe(401);
    const assertion = proofOf(anna.key, options);
    expect((await bring(anna.secret, { credential: assertion.credential })).status).toBe(409);
    expect((await bring(anna.secret, assertion)).status).toBe(400);
    const late = (await askToAllow(anna.secret)).data as PasskeyOptions;
    setClock(() => new Date(Date.now() + 6 * 60_000));
    expect((await bring(anna.secret, proofOf(anna.key, late))).status).toBe(400);
    expect((await record(anna.member)).sealing?.byPasskey ?? []).toEqual([]);
  });

  it("rejects an unsealed journal, a passkey that has access, an oversized body, and OIDC_ONLY", async () => {
    const { secret } = await signedIn(await createUser());
    await addPasskey(secret);
    expect((await askToAllow(secret)).status).toBe(409);
    const anna = await withJournalAccess();
    const again = (await askToAllow(anna.secret)).data as PasskeyOptions;
    expect((await bring(anna.secret, proofOf(anna.key, again))).status).toBe(409);
    expect((await record(anna.member)).sealing?.byPasskey).toHaveLength(1);
    const large = { ...proofOf(anna.key, again), more: "A".repeat(2 ** 20) };
    expect((await bring(anna.secret, large)).status).toBe(413);
    Object.assign(env, { OIDC_ISSUER: "https://sign-in.example", OIDC_ONLY: true });
    expect((await askToAllow(anna.secret)).status).toBe(403);
    expect((await bring(anna.secret, proofOf(anna.key, again))).status).toBe(403);
  });
});

describe("locked page", () => {
  const unlock = async (locked: string, key: SoftAuthenticator, more: object | null = {}, owner?: number) => {
    const { data } = await callJson(signInOptions, "/api/auth/passkey/options", {}, { session: locked });
    const options = data as PasskeyOptions;
    const proof = more ? { ...proofOf(key, options), ...more } : { credential: key.get(options) };
    const id = owner ?? (await UserModel.findOne({ "passkeys.id": key.id }).orFail().lean())._id;
    const body = { intent: "passkey", owner: formOwnerToken(id), ...proof };
    return callJson(lockAction, "/api/lock", body, { session: locked });
  };

  it("unlocks with the member's own passkey only, under a new secret", async () => {
    const { member, secret } = await signedIn(await createUser());
    const key = await addPasskey(secret);
    await lockBySecret(secret);
    const bertha = await signedIn(await createUser());
    const other = await addPasskey(bertha.secret);
    expect((await unlock(secret, other, {}, member.id)).status).toBe(401);
    expect((await unlock(secret, other)).data).toEqual({ state: "other" });
    const opened = await unlock(secret, key);
    expect(opened.data).toEqual({ state: "open" });
    expect((await memberBy(sessionOf(opened))).id).toBe(member.id);
    await expect(memberBy(secret)).rejects.toThrow();
  });

  it("unlocks a sealed journal only with a passkey that has access", async () => {
    const anna = await sealedWithPasskey();
    const key = anna.member.journalKey();
    await lockBySecret(anna.secret);
    expect(await unlock(anna.secret, anna.key)).toMatchObject({
      status: 403,
      data: { message: "This passkey does not open your sealed journal. Please use your password." },
    });
    const bertha = await withJournalAccess();
    const berthas = bertha.member.journalKey();
    await lockBySecret(bertha.secret);
    expect((await unlock(bertha.secret, bertha.key, null)).status).toBe(403);
    const opened = await unlock(bertha.secret, bertha.key);
    expect(opened.data).toEqual({ state: "open" });
    expect(await journalKeyAfter(opened)).toEqual(berthas);
    expect(berthas).not.toEqual(key);
  });

  it("stays locked when the account is locked, and with OIDC_ONLY", async () => {
    const { member, secret } = await signedIn(await createUser());
    const key = await addPasskey(secret);
    await lockBySecret(secret);
    Object.assign(env, { OIDC_ISSUER: "https://sign-in.example", OIDC_ONLY: true });
    expect((await unlock(secret, key)).status).toBe(403);
    Object.assign(env, { OIDC_ISSUER: undefined, OIDC_ONLY: false });
    await UserModel.updateOne({ _id: member.id }, { $set: { status: "locked" } });
    expect((await unlock(secret, key)).data).not.toEqual({ state: "open" });
    expect(await SessionModel.countDocuments({ lockedAt: null })).toBe(0);
  });
});
