import type { UserRecord } from "#models/user.server";
import { forgetWords } from "~/domain/journal/word-list/forget-words.server";
import type { Member } from "~/domain/member/member";
import type { OnVisitTask } from "~/domain/operations/on-visit-tasks.server";
import { WORDS_VERSION } from "~/i18n/words";
import { now } from "~/platform/clock";
import { nextMove, reencryptTexts } from "./reencrypt-texts.server";
import { reindexWords } from "./reindex-words.server";

function isReencryptionDue({ keyMove }: UserRecord): boolean {
  const due = nextMove(keyMove);
  return due !== null && due <= now();
}

/** Re-indexing waits for the end of a re-encryption: until then a search reads the entries. */
const isReindexDue = ({ wordsDue, sealing, wordsVersion }: UserRecord, member: Member) =>
  Boolean((wordsDue || (sealing && wordsVersion !== WORDS_VERSION)) && !member.earlierKey());

/** Re-encrypts the texts of a journal whose key changes, and re-indexes their words for its search. */
export const SEALING_TASK: OnVisitTask = {
  isDue: (user, member) => isReencryptionDue(user) || isReindexDue(user, member),
  async run(member, isPresent, user) {
    // Terms that were noted with the earlier key are found only with that key, so they are removed before it goes.
    if (user.wordsDue) await forgetWords(member);
    await reencryptTexts(member, isPresent);
    if (isReindexDue(user, member)) await reindexWords(member, isPresent);
  },
};
