import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ApiKeyModel } from "#models/api-key.server";
import { JobModel } from "#models/job.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import {
  createSomeone,
  memberBy,
  sealFor,
  signedIn,
  startVisit,
  type SignedIn,
} from "#tests/factories/sealed";
import { PASSWORD } from "#tests/factories/user";
import { wholeJournal } from "#tests/support/full-journal";
import { operatorReads } from "#tests/support/operator";
import { emptyElsewhere, restoreBackup, whileStopped } from "#tests/support/stopped-instance";
import { destroyDueAccounts, startDeletion } from "~/domain/accounts/deletion/delete-account.server";
import { restoreNotice } from "~/domain/accounts/manual-approval.server";
import { removePasskey } from "~/domain/accounts/passkeys/passkeys.server";
import { unsealJournal } from "~/domain/accounts/sealing/seal-journal.server";
import { changePassword } from "~/domain/accounts/security/security-settings.server";
import {
  recordAccountChanges,
  sidecarFileName,
  sidecarFolder,
} from "~/domain/identity/backup-sidecar.server";
import { unwrapKeysWithPasskey, wrapKeysWithPasskey } from "~/domain/identity/key-wrapping.server";
import { memberOfSession } from "~/domain/identity/sessions.server";
import { signIn } from "~/domain/identity/sign-in.server";
import { enableTwoStep } from "~/domain/identity/two-step.server";
import { memberFrom } from "~/domain/member/current-member.server";
import { onVisitTasksDone } from "~/domain/operations/on-visit-tasks.server";
import { createApiKey } from "~/domain/portability/api/api-keys.server";
import { claimMail, collectPendingMail } from "~/domain/reminders/mail/outbox.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { hashToken } from "~/platform/signing.server";
import { newTotpSecret } from "~/platform/totp.server";
import { backup, restore } from "../../scripts/commands/backup";

const NEW_PASSWORD = "Quiet-waters-9";
const signal = new AbortController().signal;
let at: Date;
let folder: string;
let notes: string;
const later = (days: number) => (at = new Date(at.getTime() + days * 86_400_000));

beforeEach(async () => {
  at = new Date("2026-11-21T08:00:00Z");
  setClock(() => at);
  folder = mkdtempSync(path.join(tmpdir(), "restored-"));
  notes = sidecarFolder(path.join(env.DATA_DIR, "backups"));
  // Other tests of this folder have written notes.
  rmSync(notes, { recursive: true, force: true });
  await recordAccountChanges();
  await JobModel.create({ _id: "any", leaseUntil: at, nextAt: at, startedAt: at });
});
afterEach(async () => {
  await onVisitTasksDone();
  rmSync(folder, { recursive: true, force: true });
  rmSync(notes, { recursive: true, force: true });
});

const makeBackupFile = async () => {
  const file = path.join(folder, "older.backup");
  await backup([file]);
  later(1);
  return file;
};
const signInAs = ({ member }: SignedIn, password: string) =>
  signIn({ email: member.email, password }, { network: "home", device: "known" });
/** Ends a re-encryption; there are no texts to re-encrypt. */
const endKeyMove = ({ member }: SignedIn) =>
  UserModel.updateOne({ _id: member.id }, { $set: { keyMove: null } });
const unseal = async (sealed: SignedIn) => {
  const open = await unsealJournal(sealed.member, PASSWORD, "home");
  if (!open.ok) throw new Error(open.code);
  await endKeyMove(sealed);
  return signedIn(open.user);
};
const restoredLines = async (file: string) => {
  const lines: string[] = [];
  await emptyElsewhere();
  await whileStopped(() => restore([file], (line) => lines.push(line)));
  return lines.join();
};
const writes = ({ member }: SignedIn) => createEntry(member, { content: { body: "The heron stood." } });
/** Emails about the restore, by recipient. */
async function restoreMails(): Promise<Map<string, string>> {
  await collectPendingMail();
  const letters = new Map<string, string>();
  for (let next = await claimMail(); next; next = await claimMail())
    if (next.record.kind === "journal-restored") letters.set(next.mail.to, next.mail.text);
  return letters;
}

it("restores no ended session, earlier password or deleted account, and notifies members", async () => {
  const [stays, changed, gone] = [await createSomeone(), await createSomeone(), await createSomeone()];
  await writes(gone);
  await createApiKey(stays.member, { name: "A program", scope: "read" });
  const file = await makeBackupFile();
  expect(await changePassword(changed.member, PASSWORD, NEW_PASSWORD, "home")).toMatchObject({ ok: true });
  await startDeletion(gone.member.id);
  await recordAccountChanges();
  later(8);
  expect(await destroyDueAccounts(signal)).toBe(1);
  const report = await restoreBackup(file);
  expect(report).toContain("1 deleted accounts, 1 with later passwords or rights, 0 journals sealed again");

  expect([await SessionModel.countDocuments(), await ApiKeyModel.countDocuments()]).toEqual([0, 0]);
  expect(await memberOfSession(stays.secret)).toBeNull();
  expect((await signInAs(changed, PASSWORD)).ok).toBe(false);
  expect((await signInAs(changed, NEW_PASSWORD)).ok).toBe(true);
  expect(await signInAs(gone, PASSWORD)).toMatchObject({ ok: false });
  expect((await UserModel.findById(gone.member.id).orFail().lean()).crypto.keyId).toBe("");
  expect(await destroyDueAccounts(signal)).toBe(1);
  expect(await UserModel.findById(gone.member.id)).toBeNull();
  expect(await JournalEntryModel.countDocuments()).toBe(0);

  const letters = await restoreMails();
  expect([...letters.keys()].sort()).toEqual([stays.member.email, changed.member.email].sort());
  expect(letters.get(stays.member.email)).toMatch(/copy of 21 November 2026.*Your password is the last one/s);
  const { member } = await startVisit(stays.member, PASSWORD);
  expect(restoreNotice(member)).toEqual({ day: "21 November 2026", isSealOff: false });
});

it("restores a journal sealed after the backup as sealed, with today's password", async () => {
  const open = await createSomeone();
  await writes(open);
  const file = await makeBackupFile();
  const sealed = await sealFor(open);
  await changePassword(sealed.member, PASSWORD, NEW_PASSWORD, "home");
  await recordAccountChanges();
  await restoreBackup(file);
  expect((await operatorReads()).filter((line) => line.includes("heron"))).toEqual([]);
  expect((await signInAs(open, PASSWORD)).ok).toBe(false);
  const { member } = await startVisit(open.member, NEW_PASSWORD);
  expect(member.sealed).not.toBeNull();
  expect(await wholeJournal(member)).toContain("The heron stood.");
  expect((await restoreMails()).get(member.email)).toContain("Your journal is sealed, as it was before");
  expect(await restoreBackup(file)).toContain("1 journals sealed again");
});

it("restores the backup's key and reports the removed seal when the noted key is no successor", async () => {
  const open = await createSomeone();
  await writes(open);
  const file = await makeBackupFile();
  await endKeyMove(await sealFor(await unseal(await sealFor(open))));
  await recordAccountChanges();
  expect(await restoreBackup(file)).toContain("1 journals could not be sealed again");
  const { member } = await startVisit(open.member, PASSWORD);
  expect(restoreNotice(member)?.isSealOff).toBe(true);
  expect(await wholeJournal(member)).toContain("The heron stood.");
  expect((await restoreMails()).get(member.email)).toContain("Please seal it again");
});

it("reports missing or damaged notes, and continues", async () => {
  const someone = await createSomeone();
  const file = await makeBackupFile();
  await changePassword(someone.member, PASSWORD, NEW_PASSWORD, "home");
  await recordAccountChanges();
  for (const name of readdirSync(notes)) writeFileSync(path.join(notes, name), "torn");
  expect(await restoredLines(file)).toMatch(
    /No notes of what came after.*2 of these notes cannot be opened/s,
  );
  expect((await signInAs(someone, PASSWORD)).ok).toBe(true);
  expect((await restoreMails()).get(someone.member.email)).toContain("the earlier one counts again");
});

it("reports missing account notes, and mentions the newest password only where a note exists", async () => {
  const [noted, lost, same] = [await createSomeone(), await createSomeone(), await createSomeone()];
  const file = await makeBackupFile();
  for (const { member } of [noted, lost]) await changePassword(member, PASSWORD, NEW_PASSWORD, "home");
  await recordAccountChanges();
  rmSync(path.join(notes, sidecarFileName(await UserModel.findById(lost.member.id).orFail().lean())));
  expect(await restoredLines(file)).toContain("1 of these notes are missing");
  const letters = await restoreMails();
  expect(
    [noted, lost, same].map(({ member }) => /the last one/.test(letters.get(member.email) ?? "")),
  ).toEqual([true, false, false]);
});

it("keeps the password of a sealed journal with other keys, and restores the later second step", async () => {
  const then = await sealFor(await createSomeone());
  await onVisitTasksDone();
  const file = await makeBackupFile();
  const { id, email } = then.member;
  const again = await sealFor(await unseal(then));
  await endKeyMove(again);
  const member = await memberBy(again.secret);
  expect(await changePassword(member, PASSWORD, NEW_PASSWORD, "home")).toMatchObject({ ok: true });
  const secret = newTotpSecret();
  const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at.getTime() });
  const codes = await enableTwoStep(memberFrom(await UserModel.findById(id).orFail().lean()), secret, code);
  expect(codes).not.toBeNull();
  await recordAccountChanges();
  await restoreBackup(file);
  expect((await restoreMails()).get(email)).toContain("the earlier one counts again");
  expect(await signInAs(then, NEW_PASSWORD)).toMatchObject({ ok: false });
  expect(await signInAs(then, PASSWORD)).toMatchObject({ ok: true, needsCode: true });
});

it("drops a removed passkey from a sealed journal, with today's seal or the backup's", async () => {
  const passkey = (id: string) => ({
    ...{ id, publicKey: Buffer.alloc(1), counter: 0, transports: [], handle: id, name: id },
    ...{ createdAt: at, lastMonth: "" },
  });
  const computed = randomBytes(32);
  const give = async ({ member }: SignedIn, ...ids: string[]) => {
    const keys = member.keysToCarry() ?? Buffer.alloc(0);
    const byPasskey = ids.map((id) => wrapKeysWithPasskey(member.id, keys, id, computed));
    const change = { passkeys: ids.map(passkey), "sealing.byPasskey": byPasskey };
    await UserModel.updateOne({ _id: member.id }, { $set: change });
  };
  const opening = async ({ member }: SignedIn) => {
    const user = await UserModel.findById(member.id).orFail().lean();
    return user.sealing?.byPasskey?.map((wrap) => [
      wrap.passkey,
      unwrapKeysWithPasskey(user, wrap.passkey, computed) !== null,
    ]);
  };
  const [same, anew] = [await sealFor(await createSomeone()), await sealFor(await createSomeone())];
  await onVisitTasksDone();
  await give(same, "same-stays", "same-goes");
  await give(anew, "anew-stays", "anew-goes");
  const file = await makeBackupFile();
  const named = (id: string) => hashToken(`passkey|${id}`).slice(0, 16);
  expect(await removePasskey(same.member, named("same-goes"), undefined)).toBe(true);
  expect(await removePasskey(anew.member, named("anew-goes"), undefined)).toBe(true);
  expect(await opening(same)).toEqual([["same-stays", true]]);
  await endKeyMove(await sealFor(await unseal(anew)));
  await recordAccountChanges();
  await restoreBackup(file);
  expect(await opening(same)).toEqual([["same-stays", true]]);
  expect(await opening(anew)).toEqual([["anew-stays", true]]);
});
