import { SessionModel } from "#models/session.server";
import type { UserRecord } from "#models/user.server";
import { MINUTE } from "~/domain/calendar/durations";
import { makeWaitingInsights } from "~/domain/insights/week/waiting-weeks.server";
import { keepOldDraftsOf } from "~/domain/journal/entries/keep-drafts.server";
import { forgetWords } from "~/domain/journal/word-list/forget-words.server";
import type { Member } from "~/domain/member/member";
import { failureOf } from "~/domain/operations/failures.server";
import { WORDS_VERSION } from "~/i18n/words";
import { now } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { nextMove, reencryptTexts } from "./reencrypt-texts.server";
import { reindexWords } from "./reindex-words.server";

/**
 * Work that needs the key of a sealed journal is done while its person is here: re-encrypting texts, gathering the words
 * for the search, and what jobs left for them. Their requests do not wait for it; each process does it once at a time.
 */
const atWork = new Map<number, Promise<void>>();
/** After work was broken off, a later request begins again, but not every request at once. */
const lookedAt = new Map<number, number>();
const PAUSE_MS = MINUTE;
let isEnding = false;

type Waiting = Pick<
  UserRecord,
  "_id" | "sealing" | "keyMove" | "insightsDueAt" | "wordsDue" | "wordsVersion"
>;

const isMoveDue = ({ keyMove }: Waiting, at: Date) => {
  const due = nextMove(keyMove);
  return due !== null && due <= at;
};
const isWeekDue = ({ sealing, insightsDueAt }: Waiting, at: Date) =>
  Boolean(sealing && insightsDueAt && insightsDueAt <= at);

/** The list of words waits for a move to end: until then a search reads. */
const areWordsDue = (member: Member, { wordsDue, sealing, wordsVersion }: Waiting) =>
  (wordsDue || (sealing && wordsVersion !== WORDS_VERSION)) && !member.earlierKey();

/** A clock that was set back does not make the pause longer. */
function isPausing(memberId: number, at: Date): boolean {
  const since = at.getTime() - (lookedAt.get(memberId) ?? -Infinity);
  return since >= 0 && since < PAUSE_MS;
}

/** Work of an area above this one. `isHere` tells whether the session still lends its key. */
export type VisitWork = {
  isDue: (user: UserRecord) => boolean;
  run: (member: Member, isHere: () => Promise<boolean>) => Promise<void>;
};

/** Called for each request of a session; begins what is due. */
export function workOnVisit(
  member: Member,
  user: UserRecord,
  sessionId: string,
  others: readonly VisitWork[] = [],
): void {
  const at = now();
  const due = others.filter(({ isDue }) => isDue(user));
  if (!isMoveDue(user, at) && !isWeekDue(user, at) && !areWordsDue(member, user) && due.length === 0) return;
  if (atWork.has(member.id) || isPausing(member.id, at)) return;
  const work = doWhatIsDue(member, user, sessionId, due)
    .catch((error: unknown) => {
      // Nothing is lost: it is still due. Without a database there is nothing else to say.
      if (!failureOf(error)) log.error("sealing.not_attended", error);
      lookedAt.set(member.id, now().getTime());
    })
    .finally(() => atWork.delete(member.id));
  atWork.set(member.id, work);
}

async function doWhatIsDue(
  member: Member,
  user: Waiting,
  sessionId: string,
  others: readonly VisitWork[],
): Promise<void> {
  // Ended from elsewhere, this session no longer lends its key.
  const isHere = async () =>
    !isEnding && (await SessionModel.exists({ _id: sessionId, expiresAt: { $gt: now() } })) !== null;
  // With the key before it: what was noted with that one is not found with the next.
  if (user.wordsDue) await forgetWords(member);
  await reencryptTexts(member, isHere);
  if (areWordsDue(member, user)) await reindexWords(member, isHere);
  for (const { run } of others) if (await isHere()) await run(member, isHere);
  if (!isWeekDue(user, now()) || !(await isHere())) return;
  await makeWaitingInsights(member);
  await keepOldDraftsOf(member);
}

/**
 * Resolves when the work that visits have begun so far is over.
 * @internal Exported for tests.
 */
export async function visitsWorked(): Promise<void> {
  await Promise.all(atWork.values());
}

/**
 * Waits for what was begun and forgets the back-off, like a process that has just started.
 * @internal Exported for tests.
 */
export async function resetVisitWork(): Promise<void> {
  await visitsWorked();
  lookedAt.clear();
}

/** Breaks off what was begun and waits for that, before the database is closed: the next visit resumes it. */
export async function endVisits(): Promise<void> {
  isEnding = true;
  await visitsWorked();
}
