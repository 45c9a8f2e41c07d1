import { UserModel } from "#models/user.server";
import { OUTDATED_WORDS_VERSIONS, WORDS_VERSION } from "~/i18n/words";

/** Accounts with texts that an earlier tokeniser may have indexed. */
export const OUTDATED_INDEX = { wordsVersion: { $in: OUTDATED_WORDS_VERSIONS } };

/** Records that every text is indexed with the current tokeniser. */
export async function markIndexCurrent(userId: number): Promise<void> {
  await UserModel.updateOne({ _id: userId }, { $set: { wordsVersion: WORDS_VERSION } });
}
