/** @module-tag release */
import { fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, inject, it } from "vitest";
import { connect, disconnect } from "#models/db/connection.server";
import { storedBytes } from "#models/db/queries.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { UserModel } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createSomeone } from "#tests/factories/sealed";
import { PASSWORD } from "#tests/factories/user";
import { exportAsJson } from "#tests/support/full-journal";
import { clearMailbox, mailedLinks } from "#tests/support/mail";
import type { StepMessage } from "#tests/support/sealing-child/steps";
import { offerSealing, sealJournal } from "~/domain/accounts/sealing/seal-journal.server";
import { requestPasswordReset, resetPassword } from "~/domain/accounts/security/reset-password.server";
import { signIn } from "~/domain/identity/sign-in.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { unwrapKey } from "~/platform/encryption.server";
import { env } from "~/platform/env.server";

/**
 * A child process runs the life of a sealed journal on a real folder. Before each write it pauses and the folder is
 * copied, as a kill would leave it.
 */
const PASSWORDS = [PASSWORD, "Another-Water-9", "Third-Water-9"];
const LAST = "Fourth-Water-9";
const WORDS = ["The heron stood.", "Anna called."];
const home = env.DATA_DIR;
const places: string[] = [];

/** Copies the data folder, without the sockets of the running process, as a kill would leave it. @returns the copy's path */
function copyDataFolder(): string {
  const place = mkdtempSync(path.join(inject("runDirectory"), "cut-"));
  cpSync(home, place, {
    recursive: true,
    filter: (file) => statSync(file).isFile() || statSync(file).isDirectory(),
  });
  places.push(place);
  return place;
}

afterAll(() => {
  for (const place of places) rmSync(place, { recursive: true, force: true });
});

type Stop = { step: string; place: string };
type Life = { stops: Stop[]; codeSets: string[][] };

/** Runs the child process. @returns a copy of the folder before each write, and the sets of recovery codes */
async function runChild(email: string): Promise<Life> {
  const words = ["sealing-child/steps", email, ...PASSWORDS];
  const child = fork("tests/support/start-child.mjs", words, { env: process.env });
  const ended = once(child, "exit");
  const failed = ended.then(([code]) => Promise.reject(new Error(`the process ended with ${String(code)}`)));
  const stops: Stop[] = [];
  const codeSets: string[][] = [];
  try {
    for (;;) {
      const [message] = (await Promise.race([once(child, "message"), failed])) as [StepMessage];
      if (message.codes) codeSets.push(message.codes);
      else stops.push({ step: message.step, place: copyDataFolder() });
      if (message.step === "done") return { stops, codeSets };
      child.send("go on");
    }
  } finally {
    child.kill("SIGKILL");
    await failed.catch(() => undefined);
  }
}

async function signInMember(email: string, password: string): Promise<Member | null> {
  const result = await signIn({ email, password }, { network: "home", device: "known" });
  if (!result.ok) return null;
  const user = await UserModel.findById(result.user._id).orFail().lean();
  const { keys } = result.user;
  return keys ? memberFrom(user, () => keys) : memberFrom(user);
}

async function mustRead(email: string, password: string): Promise<Member> {
  const member = await signInMember(email, password);
  if (!member) throw new Error("the password lets nobody in");
  const journal = await exportAsJson(member);
  expect(WORDS.filter((word) => !journal.includes(word))).toEqual([]);
  return member;
}

/** The server's wrap of the member's keys, stored and unwrapped by the operator's ring. */
async function readServerWrap(): Promise<{ stored: Buffer; opened: Buffer }> {
  const { _id, crypto } = await UserModel.findOne().orFail().lean();
  const wrappedKey = storedBytes(crypto.wrappedKey);
  return {
    stored: Buffer.from(wrappedKey),
    opened: unwrapKey({ ...crypto, wrappedKey }, `users|${_id}`),
  };
}

const isInSomeFile = (bytes: Buffer) =>
  readdirSync(env.DATA_DIR, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .some((file) => readFileSync(path.join(file.parentPath, file.name)).includes(bytes));

/** Starts on a copied folder and continues from it. */
async function inspectFolder(email: string, codeSets: readonly string[][], first: Buffer): Promise<string> {
  const opening = [];
  for (const password of PASSWORDS) if (await signInMember(email, password)) opening.push(password);
  expect(opening).toHaveLength(1);
  const [password = ""] = opening;
  const member = await mustRead(email, password);
  let state = member.sealed ? `sealed, ${member.sealed.codesLeft}` : "open";
  // After sealing the server has neither key, and no file contains the old wrap.
  const { opened } = await readServerWrap();
  const memberKeys = [member.journalKey(), member.earlierKey() ?? member.journalKey()];
  expect(memberKeys.map((key) => opened.includes(key))).toEqual([!member.sealed, !member.sealed]);
  if (member.sealed) expect(isInSomeFile(first)).toBe(false);
  if (member.sealed) {
    await requestPasswordReset(email);
    const link = (await mailedLinks("reset-password")).at(-1) ?? "";
    const opensBy = async (codes: readonly string[]) =>
      (await resetPassword(link, LAST, { recoveryCode: codes[1], network: "home" })).ok;
    const isEarlier = await opensBy(codeSets[0] ?? []);
    if (!isEarlier) expect(await opensBy(codeSets[1] ?? [])).toBe(true);
    state += isEarlier ? " codes" : " new codes";
    await mustRead(email, LAST);
  } else if (!member.earlierKey()) {
    const offer = await offerSealing(member, password, "home");
    expect(await sealJournal(member, (offer.ok && offer.codes[0]) || "")).toMatchObject({ ok: true });
    await mustRead(email, password);
  }
  return `${state}, ${PASSWORDS.indexOf(password)}`;
}

/** The records that determine sign-in and decryption, as one string; a folder with the same records is skipped. */
async function readDecisiveRecords(): Promise<string> {
  const [users, entries] = await Promise.all([
    UserModel.find().select({ pendingMail: 0, tokens: 0 }).lean(),
    JournalEntryModel.find().lean(),
  ]);
  return JSON.stringify([users, entries]);
}

describe.skipIf(env.MONGODB_URI)("process killed between any two writes", () => {
  it("locks no one out and loses nothing while sealing, re-encrypting, renewing codes, changing a password or unsealing", async () => {
    const { member } = await createSomeone();
    for (const body of WORDS) await createEntry(member, { content: { body, tags: ["heron"] } });
    const { stored: first } = await readServerWrap();
    await disconnect();
    expect(isInSomeFile(first)).toBe(true);
    const states: [step: string, states: string[]][] = [];
    let [before, state] = ["", ""];
    try {
      const { stops, codeSets } = await runChild(member.email);
      for (const { step, place } of stops) {
        env.DATA_DIR = place;
        clearMailbox();
        await connect();
        const records = await readDecisiveRecords();
        if (records !== before) state = await inspectFolder(member.email, codeSets, first);
        before = records;
        await disconnect();
        if (states.at(-1)?.[0] !== step) states.push([step, []]);
        states.at(-1)?.[1].push(state);
      }
    } finally {
      await disconnect();
      env.DATA_DIR = home;
      await connect();
    }
    const isAt = (wanted: string) => states.flatMap(([step, at]) => (step === wanted ? at : []));
    // Each step takes effect with one write, so the state changes at most once during a step.
    const statesOf = (step: string) => isAt(step).filter((at, index, all) => at !== all[index - 1]);
    expect(statesOf("offering codes")).toEqual(["open, 0"]);
    expect(statesOf("sealing")).toEqual(["open, 0", "sealed, 8 codes, 0"]);
    expect(statesOf("making new codes")).toEqual(["sealed, 8 codes, 0", "sealed, 8 new codes, 0"]);
    expect(statesOf("moving the texts")).toEqual(["sealed, 8 new codes, 0"]);
    // Two rounds, each with a batch, its progress and an end.
    expect(isAt("moving the texts").length).toBeGreaterThan(4);
    expect(statesOf("changing the password")).toEqual(["sealed, 8 new codes, 0", "sealed, 8 new codes, 1"]);
    expect(statesOf("resetting the password")).toEqual(["sealed, 8 new codes, 1", "sealed, 7 new codes, 2"]);
    expect(statesOf("taking the seal off")).toEqual(["sealed, 7 new codes, 2", "open, 2"]);
    expect(isAt("done")).toEqual(["open, 2"]);
    // The database starts on some twenty folders, each with several slow sign-ins.
  }, 240_000);
});
