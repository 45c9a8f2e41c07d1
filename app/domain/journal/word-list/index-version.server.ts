import { UserModel } from "#models/user.server";
import { OUTDATED_WORDS_VERSIONS, WORDS_VERSION } from "~/i18n/words";

/** Accounts with texts that an earlier tokeniser may have indexed. */
export const OUTDATED_INDEX = { wordsVersion: { $in: OUTDATED_WORDS_VERSIONS } };

/** Whether stored terms may come from an earlier tokeniser: then a search reads instead of asking them. */
export async function hasOutdatedIndex(userId: number): Promise<boolean> {
  return (await UserModel.exists({ _id: userId, ...OUTDATED_INDEX })) !== null;
}

/** Records that every text is indexed with the current tokeniser. */
export async function markIndexCurrent(userId: number): Promise<void> {
  await UserModel.updateOne({ _id: userId }, { $set: { wordsVersion: WORDS_VERSION } });
}
