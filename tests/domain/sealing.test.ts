import crypto from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { connect, disconnect } from "#models/db/connection.server";
import { storedBytes } from "#models/db/queries.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import {
  createSomeone,
  memberBy,
  sealFor,
  signedIn,
  signOutEverywhere,
  startVisit,
  type SignedIn,
} from "#tests/factories/sealed";
import { PASSWORD } from "#tests/factories/user";
import { SEALED_WORDS, exportAsJson, writeEverything } from "#tests/support/full-journal";
import { mailedLinks } from "#tests/support/mail";
import { operatorReads, operatorSees, operatorTerms, operatorWith } from "#tests/support/operator";
import { stopAfterWrites } from "#tests/support/stop-at-write";
import { reencryptTexts } from "~/domain/accounts/sealing/reencrypt-texts.server";
import {
  offerSealing,
  renewRecoveryCodes,
  sealJournal,
  unsealJournal,
} from "~/domain/accounts/sealing/seal-journal.server";
import { requestPasswordReset, resetPassword } from "~/domain/accounts/security/reset-password.server";
import { changePassword } from "~/domain/accounts/security/security-settings.server";
import { rewrapDataKeys } from "~/domain/identity/key-wrapping.server";
import { memberOfSession, startSession } from "~/domain/identity/sessions.server";
import { signIn } from "~/domain/identity/sign-in.server";
import { readExcludedTags } from "~/domain/journal/entries/entries.server";
import { listHistory } from "~/domain/journal/history/list-history.server";
import { searchHistory } from "~/domain/journal/history/search-history.server";
import { LOCKOUTS } from "~/domain/limits/lockout";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { onVisitTasksDone } from "~/domain/operations/on-visit-tasks.server";
import { setClock } from "~/platform/clock";
import { blindIndex } from "~/platform/encryption.server";
import { env } from "~/platform/env.server";
import { secrets } from "~/platform/secrets.server";

const NEXT = "Another-Water-9";
const continueAlways = () => Promise.resolve(true);
let at = new Date("2026-11-21T08:00:00Z");
const begin = () => setClock(() => at);
const later = (minutes: number) => (at = new Date(at.getTime() + minutes * 60_000));
afterEach(async () => {
  await onVisitTasksDone();
  at = new Date("2026-11-21T08:00:00Z");
});

const opened = async (member: Member, password: string) => (await startVisit(member, password)).member;
/** Re-encrypts all texts: the second round is due ten minutes after the first. A visit may run concurrently. */
async function reencryptAll({ secret }: SignedIn): Promise<Member> {
  await reencryptTexts(await memberBy(secret), continueAlways);
  later(11);
  await reencryptTexts(await memberBy(secret), continueAlways);
  await onVisitTasksDone();
  return memberBy(secret);
}
async function withEveryRecord(): Promise<SignedIn> {
  begin();
  const journalOwner = await createSomeone();
  await writeEverything(journalOwner.member);
  return { ...journalOwner, member: await memberBy(journalOwner.secret) };
}
async function withOneEntry(): Promise<SignedIn> {
  begin();
  const journalOwner = await createSomeone();
  await createEntry(journalOwner.member, { content: { body: "Anna called.", tags: ["Anna"] } });
  return journalOwner;
}
/** Session owner with the keys of the current session, to start another session. */
const withKeys = ({ member: { id, securityStamp, keysToCarry } }: SignedIn) => ({
  _id: id,
  securityStamp,
  keys: keysToCarry(),
});
const reloaded = async (journalOwner: SignedIn) => ({
  ...journalOwner,
  member: await memberBy(journalOwner.secret),
});
const resetBy = async (member: Member, recoveryCode?: string, password = NEXT) => {
  await requestPasswordReset(member.email);
  const link = (await mailedLinks("reset-password")).at(-1) ?? "";
  return { link, result: await resetPassword(link, password, { recoveryCode, network: "here" }) };
};

describe("sealed journal", () => {
  it(
    "is unreadable with the database and every server secret, but readable for its owner",
    { tags: ["release"] },
    async () => {
      const journalOwner = await withEveryRecord();
      const before = await exportAsJson(journalOwner.member);
      expect(SEALED_WORDS.filter((word) => !before.includes(word))).toEqual([]);
      // The operator can read everything of an unsealed journal.
      const readBefore = (await operatorReads()).join("\n");
      expect(SEALED_WORDS.filter((word) => !readBefore.includes(word))).toEqual([]);
      expect(readBefore).toContain("Maria of the bakery");
      expect(readBefore).toMatch(/prayerTurns\.sealed/);
      expect(readBefore).toMatch(/heldFiles.*file\.json/);
      expect(readBefore).toMatch(/users\.excludedTags.*Secret of mine/);

      const sealed = await sealFor(journalOwner);
      expect((await exportAsJson(sealed.member)).length).toBe(before.length);
      const member = await reencryptAll(sealed);
      const after = await exportAsJson(member);
      expect(SEALED_WORDS.filter((word) => !after.includes(word))).toEqual([]);
      expect(await readExcludedTags(member)).toEqual(["Secret of mine"]);
      // Without the cookie the database is of no use, whether or not a session exists.
      expect(await operatorReads()).toEqual([]);
      await signOutEverywhere(member);
      expect(await operatorReads()).toEqual([]);
      const seen = await operatorSees();
      expect([...SEALED_WORDS, "heron", "Secret of mine"].filter((word) => seen.includes(word))).toEqual([]);
      const words = ["heron", "anna", "frost", "thanks"];
      const entries = await JournalEntryModel.find().lean();
      const marks = entries.flatMap((entry) => [...entry.marks, ...(entry.words ?? [])]);
      for (const word of words) {
        const guesses = await operatorTerms((key) => blindIndex(key, word));
        const tags = await operatorTerms((key) => `tag:${blindIndex(key, `tag|${word}`)}`);
        expect(marks.filter((mark) => guesses.has(mark) || tags.has(mark))).toEqual([]);
      }
      const user = await UserModel.findById(member.id).lean();
      expect(() => user && memberFrom(user).journalKey()).toThrow("sealed");
    },
  );

  it("re-encrypts every value with the new key", { tags: ["release"] }, async () => {
    const journalOwner = await withEveryRecord();
    const keys = [journalOwner.member.journalKey()];
    const sealed = await sealFor(journalOwner);
    await reencryptTexts(sealed.member, continueAlways);
    // A request that started before the sealing writes with the old key after the first round.
    const late = { ...journalOwner.member, keysToCarry: () => null };
    const entry = await createEntry(late, { content: { body: "Late words.", tags: ["late"] } });
    later(11);
    expect((await listHistory(await memberBy(sealed.secret), { tag: "late" })).entries).toHaveLength(1);
    await reencryptTexts(await memberBy(sealed.secret), continueAlways);
    const member = await memberBy(sealed.secret);
    expect(member.earlierKey()).toBeNull();
    expect((await listHistory(member, { tag: "late" })).entries.map(({ id }) => id)).toEqual([entry._id]);
    expect((await searchHistory(member, { q: "late" }, undefined, { scanUpTo: 0 })).entries).toHaveLength(1);
    expect(await operatorWith(keys)).toEqual([]);
  });

  it.skipIf(env.MONGODB_URI)(
    "leaves the old key in no file after the next start",
    { tags: ["release"] },
    async () => {
      const journalOwner = await withEveryRecord();
      const { crypto } = await UserModel.findById(journalOwner.member.id).orFail().lean();
      const old = Buffer.from(storedBytes(crypto.wrappedKey));
      // The stored reply of an idempotent request contains the old key too.
      await UserModel.findByIdAndUpdate(journalOwner.member.id, { $set: { theme: "dark" } }).lean();
      const filesWithIt = () =>
        readdirSync(env.DATA_DIR, { recursive: true, withFileTypes: true })
          .filter((file) => file.isFile())
          .filter((file) => readFileSync(path.join(file.parentPath, file.name)).includes(old));
      const sealed = await sealFor(await reloaded(journalOwner));
      const remembered = await startSession(withKeys(sealed), { remember: true, device: "Test" });
      expect(filesWithIt()).not.toEqual([]);
      await disconnect();
      await connect();
      expect(filesWithIt()).toEqual([]);
      expect(await exportAsJson(await memberBy(sealed.secret))).toContain("The heron stood.");
      // Remembered sessions survive the restart, because only their cookie is needed to decrypt the keys.
      later(60 * 24 * 10);
      expect(await exportAsJson(await memberBy(remembered.secret))).toContain("The heron stood.");
      expect(await memberOfSession(sealed.secret)).toBeNull();
    },
  );

  it(
    "stays readable when its re-encryption is stopped between any two writes and resumed",
    { tags: ["release"] },
    async () => {
      const { member: owner } = await withEveryRecord();
      const offer = await offerSealing(owner, PASSWORD, "here");
      expect(await sealJournal(owner, (offer.ok && offer.codes[3]) || "")).toMatchObject({ ok: true });
      // Signs in without a session, so that no on-visit task re-encrypts concurrently.
      const result = await signIn({ email: owner.email, password: PASSWORD }, { network: "here" });
      const keys = (result.ok && result.user.keys) || Buffer.alloc(0);
      const read = async () => memberFrom(await UserModel.findById(owner.id).orFail().lean(), () => keys);
      let member = await read();
      const { length } = await exportAsJson(member);
      let runs = 0;
      for (let round = 1; round <= 2; round++) {
        // Each run stops one write later; the next run starts as a new process.
        for (let isDone = false; !isDone; runs++) {
          const begun = member;
          isDone = await stopAfterWrites(1, () => reencryptTexts(begun, continueAlways));
          member = await read();
          const journal = await exportAsJson(member);
          expect(SEALED_WORDS.filter((word) => !journal.includes(word))).toEqual([]);
          expect(journal).toHaveLength(length);
        }
        later(11);
      }
      expect(runs).toBeGreaterThan(20);
      expect(member.earlierKey()).toBeNull();
      expect(await operatorWith([owner.journalKey()])).toEqual([]);
    },
  );

  it("costs a page at most one additional symmetric unwrap", { tags: ["release"] }, async () => {
    const journalOwner = await withOneEntry();
    for (let n = 0; n < 19; n++) await createEntry(journalOwner.member, { content: { body: `Entry ${n}.` } });
    const steps = ["createDecipheriv", "hkdfSync", "scrypt", "scryptSync"] as const;
    const cost = async (secret: string) => {
      const spies = steps.map((step) => vi.spyOn(crypto, step));
      syncBuiltinESMExports();
      try {
        expect((await listHistory(await memberBy(secret), {})).entries).toHaveLength(20);
        return spies.map(({ mock }) => mock.calls.length);
      } finally {
        for (const spy of spies) spy.mockRestore();
        syncBuiltinESMExports();
      }
    };
    const [opened = 0, derived = 0, ...stretched] = await cost(journalOwner.secret);
    expect([opened > 20, ...stretched]).toEqual([true, 0, 0]);
    const sealed = await sealFor(journalOwner);
    await reencryptAll(sealed);
    const after = await cost(sealed.secret);
    expect(after[0]).toBeLessThanOrEqual(opened + 1);
    expect(after[1]).toBeLessThanOrEqual(derived + 1);
    expect(after.slice(2)).toEqual([0, 0]);
  });

  it("can be filtered and searched during the re-encryption", { tags: ["release"] }, async () => {
    const journalOwner = await withEveryRecord();
    const look = async (member: Member) => [
      (await listHistory(member, { tag: "heron" })).entries.map(({ id }) => id),
      (await listHistory(member, { mood: "gentle", kind: "free" })).entries.map(({ id }) => id),
      (await searchHistory(member, { q: "anna called" }, undefined, { scanUpTo: 0 })).entries.map(
        ({ id }) => id,
      ),
    ];
    const before = await look(journalOwner.member);
    expect(before.map((ids) => ids.length)).toEqual([3, 3, 1]);
    const sealed = await sealFor(journalOwner);
    expect(await look(sealed.member)).toEqual(before);
    let slices = 0;
    await reencryptTexts(sealed.member, () => Promise.resolve(slices++ < 1));
    expect(await look(sealed.member)).toEqual(before);
    expect(await look(await reencryptAll(sealed))).toEqual(before);
  });
});

describe("key of a sealed journal", () => {
  it("is not unwrapped with another session's record", async () => {
    const sealed = await sealFor(await withOneEntry());
    const other = await signedIn(withKeys(sealed));
    const [one, two] = await SessionModel.find({ userId: sealed.member.id }).lean();
    await SessionModel.updateOne({ _id: one?._id }, { $set: { keys: two?.keys } });
    await SessionModel.updateOne({ _id: two?._id }, { $set: { keys: one?.keys } });
    const member = await memberBy(other.secret);
    expect(() => member.journalKey()).toThrow("does not open");
  });

  it("is rewrapped when the password changes", async () => {
    const sealed = await sealFor(await withOneEntry());
    expect(await changePassword(sealed.member, PASSWORD, NEXT, "here")).toMatchObject({ ok: true });
    await expect(startVisit(sealed.member)).rejects.toThrow("wrong");
    expect(await exportAsJson(await opened(sealed.member, NEXT))).toContain("Anna called.");
  });

  it("is derived with the cost parameters stored at wrapping", async () => {
    const sealed = await sealFor(await withOneEntry());
    const cost = env.BCRYPT_COST;
    env.BCRYPT_COST = cost + 2;
    expect(await exportAsJson(await opened(sealed.member, PASSWORD))).toContain("Anna called.");
    const { sealing } = await UserModel.findById(sealed.member.id).orFail().lean();
    expect(sealing?.stretching).toMatchObject({ N: 2 ** (cost + 4), r: 8, p: 2 });
  });

  it("is rewrapped when the operator rotates the ring, without passwords", async () => {
    const sealed = await sealFor(await withOneEntry());
    const ring = [{ id: "next", key: Buffer.alloc(32, 9) }, ...secrets.keyRing];
    expect(await rewrapDataKeys(ring)).toBe(1);
    expect(await rewrapDataKeys(ring)).toBe(0);
    const old = secrets.keyRing;
    secrets.keyRing = ring.slice(0, 1);
    try {
      expect(await exportAsJson(await opened(sealed.member, PASSWORD))).toContain("Anna called.");
    } finally {
      secrets.keyRing = old;
    }
  });
});

describe("recovery codes", () => {
  it("are required for a password reset, which keeps the journal, and work once each", async () => {
    const sealed = await sealFor(await withOneEntry());
    const [first = "", second = ""] = sealed.codes;
    const before = await UserModel.findById(sealed.member.id).lean();
    const without = await resetBy(sealed.member);
    expect(without.result).toEqual({ ok: false, code: "code_required" });
    const again = (recoveryCode: string) =>
      resetPassword(without.link, NEXT, { recoveryCode, network: "here" });
    expect(await again("ABCDE-ABCDE-ABCDE-ABCDE")).toEqual({ ok: false, code: "wrong_code" });
    const after = await UserModel.findById(sealed.member.id).lean();
    expect([after?.passwordHash, after?.sealing, after?.securityStamp]).toEqual([
      before?.passwordHash,
      before?.sealing,
      before?.securityStamp,
    ]);
    expect(await again(first.toLowerCase().replaceAll("-", " "))).toMatchObject({ ok: true });
    expect(await memberOfSession(sealed.secret)).toBeNull();
    const member = await opened(sealed.member, NEXT);
    expect(member.sealed?.codesLeft).toBe(7);
    expect(await exportAsJson(member)).toContain("Anna called.");
    expect((await resetBy(member, first, "Third-Water-9")).result).toEqual({ ok: false, code: "wrong_code" });
    expect((await resetBy(member, second, "Third-Water-9")).result).toMatchObject({ ok: true });
    expect((await opened(member, "Third-Water-9")).sealed?.codesLeft).toBe(6);
  });

  it("are locked after too many wrong ones, but a right one is accepted during the lock", async () => {
    const sealed = await sealFor(await withOneEntry());
    await requestPasswordReset(sealed.member.email);
    const link = (await mailedLinks("reset-password")).at(-1) ?? "";
    const results = [];
    const { failures } = LOCKOUTS.login;
    for (let tries = 0; tries <= failures; tries++)
      results.push(await resetPassword(link, NEXT, { recoveryCode: "wrong", network: "here" }));
    expect(results[failures - 2]).toEqual({ ok: false, code: "wrong_code" });
    expect(results.slice(failures - 1)).toMatchObject([{ code: "locked" }, { code: "locked" }]);
    const [recoveryCode = ""] = sealed.codes;
    expect(await resetPassword(link, NEXT, { recoveryCode, network: "here" })).toMatchObject({ ok: true });
  });

  it("are renewed with the password, which invalidates the earlier ones", async () => {
    const sealed = await sealFor(await withOneEntry());
    expect(await renewRecoveryCodes(sealed.member, "Wrong-Water-9", "here")).toEqual({
      ok: false,
      code: "wrong_password",
    });
    const made = await renewRecoveryCodes(sealed.member, PASSWORD, "here");
    expect(made.ok && new Set([...made.codes, ...sealed.codes]).size).toBe(16);
    expect((await resetBy(sealed.member, sealed.codes[0])).result).toMatchObject({ code: "wrong_code" });
    const code = made.ok ? made.codes[7] : "";
    expect((await resetBy(sealed.member, code)).result).toMatchObject({ ok: true });
    expect(await exportAsJson(await opened(sealed.member, NEXT))).toContain("Anna called.");
  });
});

describe("sealing and unsealing", () => {
  it("seals only after a code is typed back within the hour", async () => {
    const { member } = await withOneEntry();
    expect(await sealJournal(member, "ABCDE-ABCDE-ABCDE-ABCDE")).toEqual({ ok: false, code: "expired" });
    const offer = await offerSealing(member, PASSWORD, "here");
    const code = (offer.ok && offer.codes[0]) || "";
    later(61);
    expect(await sealJournal(member, code)).toEqual({ ok: false, code: "expired" });
  });

  it("rejects the codes of a password that has changed since", async () => {
    const { member } = await withOneEntry();
    const offer = await offerSealing(member, PASSWORD, "here");
    await changePassword(member, PASSWORD, NEXT, "here");
    const again = await opened(member, NEXT);
    const code = (offer.ok && offer.codes[0]) || "";
    expect(await sealJournal(again, code)).toEqual({ ok: false, code: "expired" });
    expect(await sealJournal(member, code)).toEqual({ ok: false, code: "expired" });
  });

  it(
    "returns the keys to the server when unsealed, and can be sealed again after the re-encryption",
    { tags: ["release"] },
    async () => {
      const sealed = await sealFor(await withOneEntry());
      const unsealed = await unsealJournal(sealed.member, PASSWORD, "here");
      if (!unsealed.ok) throw new Error(unsealed.code);
      expect(await memberOfSession(sealed.secret)).toBeNull();
      const journalOwner = await signedIn(unsealed.user);
      expect(journalOwner.member.sealed).toBeNull();
      expect(await exportAsJson(journalOwner.member)).toContain("Anna called.");
      // Sealing again is refused until the re-encryption has finished.
      expect(await offerSealing(journalOwner.member, PASSWORD, "here")).toEqual({
        ok: false,
        code: "changed",
      });
      const moved = await reencryptAll(journalOwner);
      expect(await exportAsJson(moved)).toContain("Anna called.");
      const twice = await sealFor({ ...journalOwner, member: moved });
      expect(await exportAsJson(await reencryptAll(twice))).toContain("Anna called.");
      expect(await operatorReads()).toEqual([]);
    },
  );
});
