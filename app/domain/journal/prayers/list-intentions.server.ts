import { afterCursor, splitPage } from "#models/db/queries.server";
import { PrayerModel } from "#models/prayers.server";
import { withoutExcludedTags } from "~/domain/journal/entries/entries.server";
import type { Entry } from "~/domain/journal/entries/entry";
import { isEmptySearch, isMatch, parseSearch } from "~/domain/journal/history/search";
import type { Member } from "~/domain/member/member";
import type { Care } from "~/domain/safety/care";
import { CARE_MS, careNoteFor, countCrisis, detectCrisis } from "~/domain/safety/detect-crisis.server";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { createYielder } from "~/platform/concurrency.server";
import {
  intentionFrom,
  intentionIdOf,
  intentionRecordId,
  isPrayerId,
  prayerKeys,
  wordFilter,
  type PrayerKeys,
  type StoredIntention,
} from "./encrypted-intention.server";
import {
  INTENTION_LIMITS,
  writeListCursor,
  type Intention,
  type IntentionText,
  type ListCursor,
  type OfflineIntentions,
} from "./intention";
import { selectionToPray } from "./rotation.server";

/**
 * The entries that insights and coaches may read: none with an excluded tag, and none about an intention that is not shared.
 * Checked at every read, so that a change of `shared` takes effect at once.
 */
export async function readableEntries(member: Member, entries: Entry[]): Promise<Entry[]> {
  const included = await withoutExcludedTags(member, entries);
  const about = new Set(included.flatMap(({ content }) => content?.prayer ?? []));
  if (about.size === 0) return included;
  const shared = await PrayerModel.find(
    {
      _id: { $in: [...about].map((id) => intentionRecordId(member.id, id)) },
      userId: member.id,
      shared: true,
    },
    { _id: 1 },
  ).lean();
  const sharedIds = new Set(shared.map(({ _id }) => _id));
  return included.filter(
    ({ content }) => !content?.prayer || sharedIds.has(intentionRecordId(member.id, content.prayer)),
  );
}

const joinTexts = ({ name, line, came }: IntentionText) => [name, line, came].join("\n");

/** Counts signs of a crisis in a saved text, unless the text `before` the change had the same level or a higher one. */
export async function checkTextForCrisis(text: string, before = ""): Promise<void> {
  const crisis = await detectCrisis(text);
  if (crisis.level === 0 || (before && (await detectCrisis(before)).level >= crisis.level)) return;
  await countCrisis(crisis);
}

export const checkChangeForCrisis = (before: IntentionText, after: IntentionText) =>
  checkTextForCrisis(joinTexts(after), joinTexts(before));

/**
 * The care note for a page with these intentions; null unless `recentText` or an intention changed within CARE_MS has signs of a
 * crisis.
 */
export async function intentionCareNote(
  member: Member,
  intentions: readonly Intention[],
  recentText = "",
): Promise<Care | null> {
  const since = now().getTime() - CARE_MS;
  const fresh = intentions.filter(({ updatedAt }) => updatedAt.getTime() > since);
  if (fresh.length === 0 && !recentText) return null;
  return careNoteFor(member, await detectCrisis([...fresh.map(joinTexts), recentText].join("\n")));
}

const PAGE_SIZE = 30;

type IntentionPage = {
  intentions: Intention[];
  /** The cursor of the next page; undefined on the last. */
  older?: string;
};

const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;

/** A page of the carried and resting intentions, newest first. */
export function listIntentions(member: Member, after?: ListCursor): Promise<IntentionPage> {
  const records = PrayerModel.find(
    { userId: member.id, laidOn: null, ...olderThan(member, after) },
    { words: 0 },
  )
    .sort(NEWEST_FIRST)
    .limit(PAGE_SIZE + 1)
    .lean();
  return toPage(prayerKeys(member), records);
}

/** Intentions that one page of a search decrypts. */
const MAX_DECRYPTED = 3_000;

/**
 * A page of the intentions that match a search, laid-down ones included, newest first. The blind index finds whole words;
 * prefixes are tested in the decrypted texts.
 */
export async function searchIntentions(
  member: Member,
  q: string,
  after?: ListCursor,
  size = PAGE_SIZE,
): Promise<IntentionPage> {
  const search = parseSearch(q);
  if (isEmptySearch(search)) return { intentions: [] };
  const keys = prayerKeys(member);
  const whole = member.isIndexOutdated
    ? []
    : search.terms.flatMap(({ words, begins }) => (begins ? words.slice(0, -1) : words));
  const records = PrayerModel.find(
    { userId: member.id, ...(whole.length > 0 && wordFilter(keys, whole)), ...olderThan(member, after) },
    { words: 0 },
  )
    .sort(NEWEST_FIRST)
    .limit(MAX_DECRYPTED)
    .batchSize(100)
    .lean()
    .cursor();
  const pause = createYielder();
  const intentions: Intention[] = [];
  let decrypted = 0;
  for await (const record of records) {
    await pause();
    const intention = intentionFrom(keys, record);
    const isOne = intention && isMatch([intention.name, intention.line, intention.came].join("\n"), search);
    if (isOne && intentions.length === size) return { intentions, older: cursorOf(intentions.at(-1)) };
    if (isOne) intentions.push(intention);
    if (++decrypted === MAX_DECRYPTED)
      return { intentions, older: intention ? cursorOf(intention) : undefined };
  }
  return { intentions };
}

function cursorOf(last: Intention | undefined): string | undefined {
  return last && writeListCursor(last);
}

/** A page of the laid-down intentions, latest first. */
export function listPastIntentions(member: Member, after?: ListCursor): Promise<IntentionPage> {
  const cursor = after?.laidOn && after;
  const records = PrayerModel.find(
    {
      userId: member.id,
      laidOn: cursor ? { $gt: "", $lte: cursor.laidOn ?? "" } : { $gt: "" },
      ...(cursor && {
        $or: afterCursor({
          laidOn: cursor.laidOn,
          createdAt: cursor.createdAt,
          _id: intentionRecordId(member.id, cursor.id),
        }),
      }),
    },
    { words: 0 },
  )
    .sort({ laidOn: -1, ...NEWEST_FIRST })
    .limit(PAGE_SIZE + 1)
    .lean();
  return toPage(prayerKeys(member), records);
}

/** Reads an intention of the member; null for unknown ids and for intentions of others alike. */
export async function readIntention(member: Member, id: string): Promise<Intention | null> {
  if (!isPrayerId(id)) return null;
  const record = await PrayerModel.findOne(
    { _id: intentionRecordId(member.id, id), userId: member.id },
    { words: 0 },
  ).lean();
  return record && intentionFrom(prayerKeys(member), record);
}

function olderThan(member: Member, after?: ListCursor) {
  if (!after) return {};
  return { $or: afterCursor({ createdAt: after.createdAt, _id: intentionRecordId(member.id, after.id) }) };
}

async function toPage(keys: PrayerKeys, reading: PromiseLike<StoredIntention[]>): Promise<IntentionPage> {
  const records = await reading;
  const { shown, last } = splitPage(records, PAGE_SIZE);
  const intentions = shown.flatMap((record) => intentionFrom(keys, record) ?? []);
  return { intentions, ...(last && { older: writeListCursor({ ...last, id: intentionIdOf(last) }) }) };
}

/** The day's selection for offline use: names and lines only, without ids and recurrences. */
export async function offlineIntentions(member: Member): Promise<OfflineIntentions> {
  const selection = await selectionToPray(member);
  const field = { key: "name", label: t("Who or what are you praying for?") };
  return {
    held: selection.map(({ name, line }) => ({ name, line })),
    carry: {
      title: t("People and intentions"),
      fields: [{ ...field, maxLength: INTENTION_LIMITS.name }],
    },
  };
}
