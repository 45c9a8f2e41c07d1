import type { Resealing } from "#models/db/resealing.server";
import { storedBytes } from "#models/db/stored-bytes.server";
import { UserModel } from "#models/user.server";
import type { Member } from "~/domain/member/member";
import { movedToNewKey, openPersonal, personalKey } from "~/domain/member/person-keys.server";
import { DecryptionError, seal } from "~/platform/encryption.server";
import type { Entry } from "./entry";

/**
 * Tags whose entries stay out of insights and coaches. They are words of the person, so
 * they are sealed like tags everywhere.
 */
const keyOf = (member: Member) => personalKey(member, "excluded-tags");
const associatedDataOf = (member: Member) => `users|${member.id}|excludedTags|1`;

/** The tags, as they were typed. */
export async function readExcludedTags(member: Member): Promise<string[]> {
  const user = await UserModel.findById(member.id).select({ excludedTags: 1 }).lean();
  if (!user?.excludedTags) return [];
  const plain = openPersonal(
    keyOf(member),
    storedBytes(user.excludedTags),
    associatedDataOf(member),
  ).toString("utf8");
  const tags: unknown = JSON.parse(plain);
  if (!Array.isArray(tags)) throw new DecryptionError("excluded tags are not a list");
  return tags.filter((tag): tag is string => typeof tag === "string");
}

/** Re-encrypts the list with its person's new key. */
export const resealExcludedTags: Resealing<Member> = {
  kind: "excludedTags",
  ids: () => Promise.resolve(["list"]),
  reseal: async (member) => {
    const user = await UserModel.findById(member.id).select({ excludedTags: 1 }).lean();
    const excludedTags = movedToNewKey(keyOf(member), user?.excludedTags, associatedDataOf(member));
    if (!excludedTags) return 0;
    const seen = { _id: member.id, excludedTags: user?.excludedTags };
    return (await UserModel.updateOne(seen, { $set: { excludedTags } })).modifiedCount;
  },
};

/** Replaces the list. */
export async function saveExcludedTags(member: Member, tags: string[]): Promise<void> {
  const excludedTags =
    tags.length > 0 ? seal(keyOf(member).now, JSON.stringify(tags), associatedDataOf(member)) : null;
  await UserModel.updateOne({ _id: member.id }, { $set: { excludedTags } });
}

/**
 * The entries without any of the person's excluded tags; everything that hands text to insights or coaches
 * asks here.
 */
export async function withoutExcludedTags(member: Member, entries: Entry[]): Promise<Entry[]> {
  if (!entries.some(({ content }) => content && content.tags.length > 0)) return entries;
  const excluded = new Set((await readExcludedTags(member)).map((tag) => tag.toLowerCase()));
  return entries.filter(({ content }) => !content?.tags.some((tag) => excluded.has(tag.toLowerCase())));
}
