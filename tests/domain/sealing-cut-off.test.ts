/** @module-tag release */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { UserModel } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createSomeone, type SignedIn } from "#tests/factories/sealed";
import { PASSWORD } from "#tests/factories/user";
import { SEALED_WORDS, wholeJournal, writeEverything } from "#tests/support/full-journal";
import { mailedLinks } from "#tests/support/mail";
import { operatorWith } from "#tests/support/operator";
import { snapshotDatabase, stopAfterWrites } from "#tests/support/stop-at-write";
import { reencryptTexts } from "~/domain/accounts/sealing/reencrypt-texts.server";
import { offerSealing, renewRecoveryCodes, sealJournal } from "~/domain/accounts/sealing/seal-journal.server";
import { requestPasswordReset, resetPassword } from "~/domain/accounts/security/reset-password.server";
import { signIn } from "~/domain/identity/sign-in.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { setClock } from "~/platform/clock";

/**
 * Complements sealing-killed.test.ts: after a stop between any two writes, including concurrent ones, the owner can
 * sign in, read everything, and repeat the step.
 */
const NEXT = "Another-Water-9";
const WORDS = ["The heron stood.", "Anna called."];
const goesOn = () => Promise.resolve(true);
let at: Date;
const later = (minutes: number) => (at = new Date(at.getTime() + minutes * 60_000));

let owner: SignedIn;
let codes: string[];

beforeEach(() => {
  at = new Date("2026-11-21T08:00:00Z");
  setClock(() => at);
});
afterEach(() => setClock());

/** Signs in without a session, so that nothing runs concurrently. */
async function signInMember(password: string): Promise<Member | null> {
  const { email } = owner.member;
  const result = await signIn({ email, password }, { network: "home", device: "known" });
  if (!result.ok) return null;
  const user = await UserModel.findById(owner.member.id).orFail().lean();
  const { keys } = result.user;
  return keys ? memberFrom(user, () => keys) : memberFrom(user);
}
async function mustEnter(password: string): Promise<Member> {
  const member = await signInMember(password);
  if (!member) throw new Error("the password lets nobody in");
  return member;
}
async function readsEverything(member: Member): Promise<void> {
  const journal = await wholeJournal(member);
  expect(WORDS.filter((word) => !journal.includes(word))).toEqual([]);
}
async function withEntries(): Promise<void> {
  owner = await createSomeone();
  for (const body of WORDS) await createEntry(owner.member, { content: { body, tags: ["heron"] } });
}
async function seal(): Promise<void> {
  const offer = await offerSealing(owner.member, PASSWORD, "home");
  codes = offer.ok ? offer.codes : [];
  expect(await sealJournal(owner.member, codes[3] ?? "")).toMatchObject({ ok: true });
}
/** Seals and re-encrypts every text. */
async function sealed(): Promise<void> {
  await withEntries();
  await seal();
  await reencryptTexts(await mustEnter(PASSWORD), goesOn);
  later(11);
  await reencryptTexts(await mustEnter(PASSWORD), goesOn);
}
/** Repeats `work` with a stop after one write, two writes and so on until it completes; `check` runs after each. */
async function cutOffEverywhere(work: () => Promise<() => Promise<unknown>>, check: () => Promise<unknown>) {
  const bringBack = await snapshotDatabase();
  const seen = [];
  for (let writes = 0, isDone = false; !isDone; writes++) {
    await bringBack();
    const begun = await work();
    isDone = await stopAfterWrites(writes, begun);
    seen.push(await check());
  }
  return seen;
}
const reset = async (code: string | undefined, password: string) => {
  await requestPasswordReset(owner.member.email);
  const link = (await mailedLinks("reset-password")).at(-1) ?? "";
  return () => resetPassword(link, password, { recoveryCode: code, network: "home" });
};

/** The observed states switch once from `before` to `after`: one write decides. */
function expectOneTurn(seen: readonly unknown[], before: unknown, after: unknown): void {
  const turn = seen.findIndex((state) => state === after);
  expect(turn).toBeGreaterThan(0);
  expect(seen).toEqual(seen.map((_, index) => (index < turn ? before : after)));
  // Guards against a vacuous test: there are writes on both sides.
  expect(seen.length).toBeGreaterThan(turn + 1);
}

describe("key change stopped between any two writes", () => {
  it("replaces all recovery codes or none", async () => {
    await sealed();
    const earlier = codes[0] ?? "";
    const renew = async () => {
      const member = await mustEnter(PASSWORD);
      return () => renewRecoveryCodes(member, PASSWORD, "home");
    };
    const seen = await cutOffEverywhere(renew, async () => {
      await readsEverything(await mustEnter(PASSWORD));
      const { ok } = await (await reset(earlier, NEXT))();
      if (!ok) {
        // A member who never saw the new codes renews them.
        const made = await renewRecoveryCodes(await mustEnter(PASSWORD), PASSWORD, "home");
        const others = made.ok ? made.codes : [];
        expect(await (await reset(others[5], NEXT))()).toMatchObject({ ok: true });
      }
      await readsEverything(await mustEnter(NEXT));
      return ok ? "earlier" : "new";
    });
    expectOneTurn(seen, "earlier", "new");
  });

  it("resumes re-encryption while every text stays readable", async () => {
    owner = await createSomeone();
    await writeEverything(owner.member);
    const old = [owner.member.journalKey()];
    await seal();
    let member = await mustEnter(PASSWORD);
    const keys = member.keysToCarry() ?? Buffer.alloc(0);
    const { length } = await wholeJournal(member);
    let runs = 0;
    for (let round = 1; round <= 2; round++) {
      // Each run stops one write later; the next run starts as a new process.
      for (let isDone = false; !isDone; runs++) {
        const begun = member;
        isDone = await stopAfterWrites(1, () => reencryptTexts(begun, goesOn));
        member = memberFrom(await UserModel.findById(member.id).orFail().lean(), () => keys);
        const journal = await wholeJournal(member);
        expect(SEALED_WORDS.filter((word) => !journal.includes(word))).toEqual([]);
        expect(journal).toHaveLength(length);
      }
      later(11);
    }
    expect(runs).toBeGreaterThan(20);
    expect(member.earlierKey()).toBeNull();
    expect(await operatorWith(old)).toEqual([]);
  });
});
