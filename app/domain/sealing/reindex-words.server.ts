import { UserModel, type UserRecord } from "#models/user.server";
import { gatherWords } from "~/domain/journal/word-list/gather-words.server";
import { markIndexCurrent, OUTDATED_INDEX } from "~/domain/journal/word-list/index-version.server";
import type { Member } from "~/domain/member/member";
import { memberFrom } from "~/domain/member/member-from-record.server";
import { reindexIntentions } from "~/domain/prayers/reindex-intentions.server";
import { DecryptionError } from "~/platform/encryption.server";
import { log } from "~/platform/log.server";

/**
 * Indexes a member's texts with the current tokeniser, a batch at a time, while `goesOn` allows. However it is stopped, the
 * next run resumes there: each record names the version of its terms.
 */
export async function reindexWords(member: Member, goesOn: () => Promise<boolean>): Promise<void> {
  if (!(await reindexIntentions(member, goesOn)) || !(await gatherWords(member, goesOn))) return;
  await markIndexCurrent(member.id);
}

const BATCH = 100;

/** Re-indexes every journal whose key the server has. Sealed ones are re-indexed when their members visit. */
export async function reindexJournals(signal: AbortSignal): Promise<void> {
  const goesOn = () => Promise.resolve(!signal.aborted);
  let after = -Infinity;
  while (!signal.aborted) {
    const users = await UserModel.find({ ...OUTDATED_INDEX, sealing: null, _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean();
    for (const user of users) await reindexOne(user, goesOn);
    after = users.at(-1)?._id ?? after;
    if (users.length < BATCH) return;
  }
}

async function reindexOne(user: UserRecord, goesOn: () => Promise<boolean>): Promise<void> {
  const member = memberFrom(user);
  try {
    // While a key changes, both keys have terms: the next round comes back to it.
    if (!member.earlierKey()) await reindexWords(member, goesOn);
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error("journal.unreadable", error);
  }
}
