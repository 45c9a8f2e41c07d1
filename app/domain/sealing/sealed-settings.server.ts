import { UserModel } from "#models/user.server";
import { audit } from "~/domain/audit/log.server";
import { wrapByNewCodes } from "~/domain/identity/keys/sealed-keys.server";
import { confirmPassword, type PasswordCheck } from "~/domain/identity/passwords/confirm-password.server";
import { securedNow } from "~/domain/identity/sessions/secured-now.server";
import { undoNewBeginning } from "~/domain/identity/sign-in/new-beginning.server";
import type { Member } from "~/domain/member/member";
import { unpackKeys, wrapForServer, type PersonKeys } from "~/domain/member/person-keys.server";
import { asSeen, CHANGED, changeKeys, type Changed, type Codes, type Owned } from "./change-keys.server";

/** The changes that a member can make to a sealed journal. Each step but keeping it asks for the password. */
type Refused = Exclude<PasswordCheck, { ok: true }>;

/** Gives the keys back to the server. */
export async function unsealJournal(
  member: Member,
  password: string,
  network: string,
): Promise<Owned | Refused | Changed> {
  const check = await confirmPassword(member, password, network);
  if (!check.ok) return check;
  const keys = keysOf(member);
  if (!keys) return CHANGED;
  return changeKeys(
    member,
    { sealing: { $ne: null } },
    { crypto: wrapForServer(member.id, keys), sealing: null },
    { keys: null, mail: "journal-unsealed", event: "journal.unsealed" },
  );
}

function keysOf(member: Member): PersonKeys | null {
  const carried = member.keysToCarry();
  return carried && unpackKeys(carried);
}

/** Eight new codes; the earlier ones stop working. */
export async function renewCodes(
  member: Member,
  password: string,
  network: string,
): Promise<Codes | Refused | Changed> {
  const check = await confirmPassword(member, password, network);
  if (!check.ok) return check;
  const keys = keysOf(member);
  if (!keys) return CHANGED;
  const { codes, byCode } = wrapByNewCodes(member.id, keys);
  const { matchedCount } = await UserModel.updateOne(
    { ...asSeen(member), sealing: { $ne: null } },
    { $set: { "sealing.byCode": byCode, ...securedNow() } },
  );
  if (matchedCount === 0) return CHANGED;
  await audit({ kind: "journal.codes_renewed", actorId: member.id, subjectId: member.id });
  return { ok: true, codes };
}

/** Takes back a new beginning that waits: the session of this member opens the journal. */
export async function keepJournal({ id }: Pick<Member, "id">): Promise<void> {
  const user = await UserModel.findById(id).select({ beginning: 1 }).lean();
  if (user) await undoNewBeginning(user);
}
