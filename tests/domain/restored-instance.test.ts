/** @module-tag release */
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { JobModel } from "#models/operations.server";
import { ApiKeyModel, SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createSomeone, memberBy, sealFor, signedIn, type SignedIn } from "#tests/factories/sealed";
import { PASSWORD } from "#tests/factories/user";
import { exportAsJson } from "#tests/support/full-journal";
import { operatorReads } from "#tests/support/operator";
import { restoreBackup } from "#tests/support/stopped-instance";
import { destroyDueAccounts, startDeletion } from "~/domain/accounts/deletion/deletion.server";
import { chooseLegacy } from "~/domain/accounts/legacy/choose-legacy.server";
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
import { endOfHour } from "~/domain/identity/legacy";
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
import { backup } from "../../scripts/commands/backup";

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
/** The member after a new sign-in. */
async function memberBack(someone: SignedIn, password: string) {
  const back = await signInAs(someone, password);
  if (!back.ok) throw new Error(back.code);
  return (await signedIn(back.user)).member;
}
const endKeyMove = (id: number) => UserModel.updateOne({ _id: id }, { $set: { keyMove: null } });
/** Removes the seal and seals the journal with other keys. */
async function sealAnew({ member }: SignedIn): Promise<SignedIn> {
  const open = await unsealJournal(member, PASSWORD, "home");
  if (!open.ok) throw new Error(open.code);
  await endKeyMove(member.id);
  const again = await sealFor(await signedIn(open.user));
  await endKeyMove(member.id);
  return again;
}
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
  expect([(await signInAs(changed, PASSWORD)).ok, (await signInAs(changed, NEW_PASSWORD)).ok]).toEqual([
    false,
    true,
  ]);
  expect(await signInAs(gone, PASSWORD)).toMatchObject({ ok: false });
  expect((await UserModel.findById(gone.member.id).orFail().lean()).crypto.keyId).toBe("");
  expect(await destroyDueAccounts(signal)).toBe(1);
  expect([await UserModel.findById(gone.member.id), await JournalEntryModel.countDocuments()]).toEqual([
    null,
    0,
  ]);

  const letters = await restoreMails();
  expect([...letters.keys()].sort()).toEqual([stays.member.email, changed.member.email].sort());
  expect(letters.get(stays.member.email)).toMatch(/copy of 21 November 2026.*Your password is the last one/s);
  const member = await memberBack(stays, PASSWORD);
  expect(restoreNotice(member)).toEqual({ day: "21 November 2026", isSealOff: false });
});

it("restores the latest choice for an unused account without the destruction warnings already sent", async () => {
  const [stays, withdraws] = [await createSomeone(), await createSomeone()];
  for (const { member } of [stays, withdraws]) await chooseLegacy(member, { choice: "destroy", months: 12 });
  const warnings = [{ mailId: "mail", at, acceptedAt: at }];
  await UserModel.updateMany({}, { $set: { "legacy.warnings": warnings } });
  later(400);
  const file = await makeBackupFile();
  await chooseLegacy(withdraws.member, { choice: "none" });
  await recordAccountChanges();
  later(1);
  await restoreBackup(file);
  expect((await UserModel.findById(stays.member.id).lean())?.legacy).toMatchObject({
    choice: "destroy",
    warnings: [],
    seenUntil: endOfHour(at),
  });
  expect((await UserModel.findById(withdraws.member.id).lean())?.legacy ?? null).toBeNull();
});

it("seals a journal again, with today's password, when it was sealed after the backup", async () => {
  const open = await createSomeone();
  await writes(open);
  const file = await makeBackupFile();
  const sealed = await sealFor(open);
  await changePassword(sealed.member, PASSWORD, NEW_PASSWORD, "home");
  await recordAccountChanges();
  await restoreBackup(file);
  expect((await operatorReads()).filter((line) => line.includes("heron"))).toEqual([]);
  expect((await signInAs(open, PASSWORD)).ok).toBe(false);
  const member = await memberBack(open, NEW_PASSWORD);
  expect(member.sealed).not.toBeNull();
  expect(await exportAsJson(member)).toContain("The heron stood.");
  expect((await restoreMails()).get(member.email)).toContain("Your journal is still sealed");
  expect(await restoreBackup(file)).toContain("1 journals sealed again");
});

it("restores a journal unsealed and reports it when the latest sealed keys cannot decrypt the backup", async () => {
  const open = await createSomeone();
  await writes(open);
  const file = await makeBackupFile();
  const sealed = await sealFor(open);
  await endKeyMove(sealed.member.id);
  await sealAnew(sealed);
  await recordAccountChanges();
  expect(await restoreBackup(file)).toContain("1 journals could not be sealed again");
  const member = await memberBack(open, PASSWORD);
  expect(restoreNotice(member)?.isSealOff).toBe(true);
  expect(await exportAsJson(member)).toContain("The heron stood.");
  expect((await restoreMails()).get(member.email)).toContain("Please seal it again");
});

it("reports missing or damaged notes, and continues", async () => {
  const someone = await createSomeone();
  const file = await makeBackupFile();
  await changePassword(someone.member, PASSWORD, NEW_PASSWORD, "home");
  await recordAccountChanges();
  for (const name of readdirSync(notes)) writeFileSync(path.join(notes, name), "torn");
  const lines: string[] = [];
  await restoreBackup(file, (line) => lines.push(line));
  expect(lines.join()).toMatch(/No notes of what came after.*2 of these notes cannot be opened/s);
  expect((await signInAs(someone, PASSWORD)).ok).toBe(true);
  expect((await restoreMails()).get(someone.member.email)).toContain("the earlier one is valid again");
});

it("reports missing account notes, and mentions the newest password only when a note exists", async () => {
  const [noted, lost, same] = [await createSomeone(), await createSomeone(), await createSomeone()];
  const file = await makeBackupFile();
  for (const { member } of [noted, lost]) await changePassword(member, PASSWORD, NEW_PASSWORD, "home");
  await recordAccountChanges();
  rmSync(path.join(notes, sidecarFileName(await UserModel.findById(lost.member.id).orFail().lean())));
  const lines: string[] = [];
  await restoreBackup(file, (line) => lines.push(line));
  expect(lines.join()).toContain("1 of these notes are missing");
  const letters = await restoreMails();
  expect(
    [noted, lost, same].map(({ member }) => /the last one/.test(letters.get(member.email) ?? "")),
  ).toEqual([true, false, false]);
});

it("restores the later second step, but not the later password when the journal was sealed with new keys", async () => {
  const then = await sealFor(await createSomeone());
  await onVisitTasksDone();
  const file = await makeBackupFile();
  const { id, email } = then.member;
  const member = await memberBy((await sealAnew(then)).secret);
  expect(await changePassword(member, PASSWORD, NEW_PASSWORD, "home")).toMatchObject({ ok: true });
  const secret = newTotpSecret();
  const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at.getTime() });
  const codes = await enableTwoStep(memberFrom(await UserModel.findById(id).orFail().lean()), secret, code);
  expect(codes).not.toBeNull();
  await recordAccountChanges();
  await restoreBackup(file);
  expect((await restoreMails()).get(email)).toContain("the earlier one is valid again");
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
  await sealAnew(anew);
  await recordAccountChanges();
  await restoreBackup(file);
  expect(await opening(same)).toEqual([["same-stays", true]]);
  expect(await opening(anew)).toEqual([["anew-stays", true]]);
});
