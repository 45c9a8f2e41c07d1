import type { Resealing } from "#models/db/resealing.server";
import { storedBytes } from "#models/db/stored-bytes.server";
import { UserModel } from "#models/user.server";
import type { Member } from "~/domain/member/member";
import { movedToNewKey, openPersonal, personalKey } from "~/domain/member/person-keys.server";
import { DecryptionError, seal } from "~/platform/encryption.server";
import { log } from "~/platform/log.server";
import { NO_WALKS, type Walks } from "./walk";

/** What leads a person for some days. */
export type Guidance = {
  walks: Walks;
  /** The passages that they were given, a line each, as they are shown to them. */
  passages: string;
};

const NOTHING: Guidance = { walks: NO_WALKS, passages: "" };
const keyOf = (member: Member) => personalKey(member, "guidance");
const associatedDataOf = ({ id }: Member) => `users|${id}|guidance|1`;

/** The ways that a person walks, and the passages they were given. What does not open is logged, and nothing leads. */
export const guidanceOf = (member: Member): Guidance => opened(member, member.guidance());

function opened(member: Member, sealed: unknown): Guidance {
  if (!sealed) return NOTHING;
  try {
    const plain = openPersonal(keyOf(member), storedBytes(sealed), associatedDataOf(member)).toString("utf8");
    return { ...NOTHING, ...(JSON.parse(plain) as Partial<Guidance>) };
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error("guidance.unreadable", error);
    return NOTHING;
  }
}

/** Changes what leads a person. Of two changes at one time the later is made on what the earlier left. */
export async function changeGuidance(
  member: Member,
  change: (before: Guidance) => Partial<Guidance>,
): Promise<void> {
  for (let again = 0; again < 5; again++) {
    const user = await UserModel.findById(member.id).select({ guidance: 1 }).lean();
    const before = opened(member, user?.guidance);
    const next = JSON.stringify({ ...before, ...change(before) });
    const { matchedCount } = await UserModel.updateOne(
      { _id: member.id, guidance: user?.guidance ?? null },
      { $set: { guidance: seal(keyOf(member).now, next, associatedDataOf(member)) } },
    );
    if (matchedCount === 1) return;
  }
  throw new Error("Too many changes at one time.");
}

/** Re-encrypts it with its person's new key. */
export const resealGuidance: Resealing<Member> = {
  kind: "guidance",
  ids: () => Promise.resolve(["guidance"]),
  reseal: async (member) => {
    const user = await UserModel.findById(member.id).select({ guidance: 1 }).lean();
    const guidance = movedToNewKey(keyOf(member), user?.guidance, associatedDataOf(member));
    if (!guidance) return 0;
    const seen = { _id: member.id, guidance: user?.guidance };
    return (await UserModel.updateOne(seen, { $set: { guidance } })).modifiedCount;
  },
};
