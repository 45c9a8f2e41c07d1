/** @module-tag release */
import { expect, it } from "vitest";
import { UserModel } from "#models/user.server";
import { createSomeone } from "#tests/factories/sealed";
import { PASSWORD } from "#tests/factories/user";
import { SEALED_WORDS, wholeJournal, writeEverything } from "#tests/support/full-journal";
import { operatorWith } from "#tests/support/operator";
import { stopAfterWrites } from "#tests/support/stop-at-write";
import { reencryptTexts } from "~/domain/accounts/sealing/reencrypt-texts.server";
import { offerSealing, sealJournal } from "~/domain/accounts/sealing/seal-journal.server";
import { signIn } from "~/domain/identity/sign-in.server";
import { memberFrom } from "~/domain/member/current-member.server";
import { setClock } from "~/platform/clock";

it("resumes a re-encryption stopped between any two writes while every text stays readable", async () => {
  let at = new Date("2026-11-21T08:00:00Z");
  setClock(() => at);
  const owner = (await createSomeone()).member;
  await writeEverything(owner);
  const offer = await offerSealing(owner, PASSWORD, "home");
  expect(await sealJournal(owner, (offer.ok && offer.codes[3]) || "")).toMatchObject({ ok: true });
  // Signs in without a session, so that nothing runs concurrently.
  const result = await signIn({ email: owner.email, password: PASSWORD }, { network: "home" });
  const keys = (result.ok && result.user.keys) || Buffer.alloc(0);
  const read = async () => memberFrom(await UserModel.findById(owner.id).orFail().lean(), () => keys);
  let member = await read();
  const { length } = await wholeJournal(member);
  let runs = 0;
  for (let round = 1; round <= 2; round++) {
    // Each run stops one write later; the next run starts as a new process.
    for (let isDone = false; !isDone; runs++) {
      const begun = member;
      isDone = await stopAfterWrites(1, () => reencryptTexts(begun, () => Promise.resolve(true)));
      member = await read();
      const journal = await wholeJournal(member);
      expect(SEALED_WORDS.filter((word) => !journal.includes(word))).toEqual([]);
      expect(journal).toHaveLength(length);
    }
    at = new Date(at.getTime() + 11 * 60_000);
  }
  expect(runs).toBeGreaterThan(20);
  expect(member.earlierKey()).toBeNull();
  expect(await operatorWith([owner.journalKey()])).toEqual([]);
});
