import { SessionModel } from "#models/session.server";
import { createUser, PASSWORD } from "#tests/factories/user";
import { offerSealing, sealJournal } from "~/domain/accounts/sealing/seal-journal.server";
import { memberOfSession, startSession, type SessionOwner } from "~/domain/identity/sessions.server";
import { signIn } from "~/domain/identity/sign-in.server";
import type { Member } from "~/domain/member/member";
import { registerOnVisitTasks, runOnVisitTasks } from "~/domain/operations/on-visit-tasks.server";
import { ON_VISIT_TASKS } from "~/on-visit-tasks.server";

registerOnVisitTasks(ON_VISIT_TASKS);

/** A signed-in member with the session cookie's secret. */
export type SignedIn = { member: Member; secret: string };

/** Starts a session as a sign-in does. */
export async function signedIn(owner: SessionOwner): Promise<SignedIn> {
  const { secret } = await startSession(owner, { remember: false, device: "Test" });
  return { member: await memberBy(secret), secret };
}

/** Signs in with the password as the form does, in a known browser. */
export async function startVisit({ email }: Pick<Member, "email">, password = PASSWORD): Promise<SignedIn> {
  const result = await signIn({ email, password }, { network: "home", device: "known" });
  if (!result.ok) throw new Error(result.code);
  return signedIn(result.user);
}

/** The member of a session. Starts the on-visit tasks, as a request does. */
export async function memberBy(secret: string): Promise<Member> {
  const member = await memberOfSession(secret, runOnVisitTasks);
  if (!member) throw new Error("no valid session");
  return member;
}

export async function createSomeone(): Promise<SignedIn> {
  return signedIn(await createUser());
}

/** Seals a journal as its page does. */
export async function sealFor({ member }: SignedIn): Promise<SignedIn & { codes: string[] }> {
  const offer = await offerSealing(member, PASSWORD, "here");
  if (!offer.ok) throw new Error(offer.code);
  const sealed = await sealJournal(member, offer.codes[2] ?? "");
  if (!sealed.ok) throw new Error(sealed.code);
  return { ...(await signedIn(sealed.user)), codes: offer.codes };
}

/** Deletes all sessions of a member. */
export async function signOutEverywhere({ id }: Pick<Member, "id">): Promise<void> {
  await SessionModel.deleteMany({ userId: id });
}
