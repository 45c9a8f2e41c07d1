import { SessionModel } from "#models/session.server";
import { createUser, PASSWORD } from "#tests/factories/user";
import type { SessionOwner } from "~/domain/identity/sessions/session-keys.server";
import { memberOfSession, startSession } from "~/domain/identity/sessions/sessions.server";
import type { Member } from "~/domain/member/member";
import { workOnVisit } from "~/domain/sealing/on-visit.server";
import { offerSealing, sealJournal } from "~/domain/sealing/seal-journal.server";

/** Someone who is signed in, with the secret of their cookie. */
export type SignedIn = { member: Member; secret: string };

/** A session for whom a use-case has answered, as the doors begin one. */
export async function signedIn(owner: SessionOwner): Promise<SignedIn> {
  const { secret } = await startSession(owner, { remember: false, device: "Test" });
  return { member: await memberBy(secret), secret };
}

/** Who a cookie's secret lets in; their visit is visitsWorked to, as at the doors. */
export async function memberBy(secret: string): Promise<Member> {
  const member = await memberOfSession(secret, workOnVisit);
  if (!member) throw new Error("nobody is let in");
  return member;
}

export async function createSomeone(): Promise<SignedIn> {
  return signedIn(await createUser());
}

/** Seals a journal, as its page does. */
export async function sealFor({ member }: SignedIn): Promise<SignedIn & { codes: string[] }> {
  const offer = await offerSealing(member, PASSWORD, "here");
  if (!offer.ok) throw new Error(offer.code);
  const sealed = await sealJournal(member, offer.codes[2] ?? "");
  if (!sealed.ok) throw new Error(sealed.code);
  return { ...(await signedIn(sealed.user)), codes: offer.codes };
}

/** As if every browser had been signed out. */
export async function signOutEverywhere({ id }: Pick<Member, "id">): Promise<void> {
  await SessionModel.deleteMany({ userId: id });
}
