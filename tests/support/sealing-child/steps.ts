import { once } from "node:events";
import { connect } from "#models/db/connection.server";
import { UserModel } from "#models/user.server";
import { mailedLinks } from "#tests/support/mail";
import { aroundWrites } from "#tests/support/stop-at-write";
import { reencryptTexts } from "~/domain/accounts/sealing/reencrypt-texts.server";
import {
  offerSealing,
  renewRecoveryCodes,
  sealJournal,
  unsealJournal,
} from "~/domain/accounts/sealing/seal-journal.server";
import { requestPasswordReset, resetPassword } from "~/domain/accounts/security/reset-password.server";
import { changePassword } from "~/domain/accounts/security/security-settings.server";
import { signIn } from "~/domain/identity/sign-in.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { setClock } from "~/platform/clock";

/** Message to the parent process; the child continues when it replies. */
export type StepMessage = { step: string; codes?: string[] };

async function reportAndWait(message: StepMessage): Promise<void> {
  process.send?.(message);
  await once(process, "message");
}

async function enter(email: string, password: string): Promise<Member> {
  const result = await signIn({ email, password }, { network: "home", device: "known" });
  if (!result.ok) throw new Error(result.code);
  const user = await UserModel.findById(result.user._id).orFail().lean();
  const { keys } = result.user;
  return keys ? memberFrom(user, () => keys) : memberFrom(user);
}

/** Runs `work`, and pauses before each of its writes until the parent process replies. */
async function slowly<T extends { ok: boolean }>(step: string, work: () => Promise<T>): Promise<T> {
  const removeHook = aroundWrites(async (_name, args, write) => {
    await reportAndWait({ step });
    return write(args);
  });
  const done = await work();
  removeHook();
  if (!done.ok) throw new Error(`${step} was refused`);
  return done;
}

/** Re-encrypts in two passes; the second starts after every request with the old key has ended. */
async function reencryptAll(member: Member): Promise<{ ok: true }> {
  await reencryptTexts(member, () => Promise.resolve(true));
  setClock(() => new Date(Date.now() + 11 * 60_000));
  await reencryptTexts(member, () => Promise.resolve(true));
  setClock();
  return { ok: true };
}

/** Runs every operation on a sealed journal, write by write, for a user with three successive passwords. */
async function runAllOperations(email: string, [first = "", next = "", third = ""]: string[]): Promise<void> {
  await connect();
  let member = await enter(email, first);
  const offer = await slowly("offering codes", () => offerSealing(member, first, "home"));
  const codes = offer.ok ? offer.codes : [];
  await reportAndWait({ step: "codes", codes });
  await slowly("sealing", () => sealJournal(member, codes[3] ?? ""));
  member = await enter(email, first);
  const renewed = await slowly("making new codes", () => renewRecoveryCodes(member, first, "home"));
  const newCodes = renewed.ok ? renewed.codes : [];
  await reportAndWait({ step: "codes", codes: newCodes });
  await slowly("moving the texts", () => reencryptAll(member));
  member = await enter(email, first);
  await slowly("changing the password", () => changePassword(member, first, next, "home"));
  member = await enter(email, next);
  await requestPasswordReset(email);
  const link = (await mailedLinks("reset-password")).at(-1) ?? "";
  const reset = { recoveryCode: newCodes[0], network: "home" };
  await slowly("resetting the password", () => resetPassword(link, third, reset));
  member = await enter(email, third);
  await slowly("taking the seal off", () => unsealJournal(member, third, "home"));
  await reportAndWait({ step: "done" });
}

// Runs during module loading, because later imports, such as the engine, need the loader.
const [email = "", ...passwords] = process.argv.slice(2);
await runAllOperations(email, passwords);
