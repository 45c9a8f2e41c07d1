import { afterCursor, splitPage } from "#models/db/queries.server";
import { PrayerModel } from "#models/prayer.server";
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
 * The entries that insights and coaches may read: none with an excluded tag, and none written about an intention
 * unless it is ticked. Checked at every reading, so that removing a tick takes effect at once.
 */
export async function readableEntries(member: Member, entries: Entry[]): Promise<Entry[]> {
  const open = await withoutExcludedTags(member, entries);
  const about = new Set(open.flatMap(({ content }) => content?.prayer ?? []));
  if (about.size === 0) return open;
  const shared = await PrayerModel.find(
    {
      _id: { $in: [...about].map((id) => intentionRecordId(member.id, id)) },
      userId: member.id,
      shared: true,
    },
    { _id: 1 },
  ).lean();
  const ticked = new Set(shared.map(({ _id }) => _id));
  return open.filter(
    ({ content }) => !content?.prayer || ticked.has(intentionRecordId(member.id, content.prayer)),
  );
}

const saidIn = ({ name, line, came }: IntentionText) => [name, line, came].join("\n");

/** Reads what was kept for signs that someone needs help, and counts. `before`: what it said; only what is new counts. */
export async function checkTextForCrisis(text: string, before = ""): Promise<void> {
  const crisis = await detectCrisis(text);
  if (crisis.level === 0 || (before && (await detectCrisis(before)).level >= crisis.level)) return;
  await countCrisis(crisis);
}

export const checkChangeForCrisis = (before: IntentionText, after: IntentionText) =>
  checkTextForCrisis(saidIn(after), saidIn(before));

/** What the page of these intentions shows for a day after one of them was written; mostly null. */
export async function intentionCareNote(
  member: Member,
  intentions: readonly Intention[],
): Promise<Care | null> {
  const since = now().getTime() - CARE_MS;
  const fresh = intentions.filter(({ updatedAt }) => updatedAt.getTime() > since);
  if (fresh.length === 0) return null;
  return careNoteFor(member, await detectCrisis(fresh.map(saidIn).join("\n")));
}

/** Intentions on a page of the list. */
const PAGE = 30;

export type IntentionPage = {
  intentions: Intention[];
  /** Where the next page begins; undefined on the last. */
  older?: string;
};

const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;

/** What is carried and what rests, most recently taken up first, a page at a time. */
export function listIntentions(member: Member, after?: ListCursor): Promise<IntentionPage> {
  const records = PrayerModel.find(
    { userId: member.id, laidOn: null, ...olderThan(member, after) },
    { words: 0 },
  )
    .sort(NEWEST_FIRST)
    .limit(PAGE + 1)
    .lean();
  return pageOf(prayerKeys(member), records);
}

/** How many intentions one search opens. */
const LOOK_AT = 3_000;

/**
 * What a search finds, including what was laid down, the latest taken up first. Fingerprints say which can have what
 * was typed as whole words; beginnings are looked for in what is opened.
 */
export async function searchIntentions(
  member: Member,
  q: string,
  after?: ListCursor,
  size = PAGE,
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
    .limit(LOOK_AT)
    .batchSize(100)
    .lean()
    .cursor();
  const pause = createYielder();
  const intentions: Intention[] = [];
  let looked = 0;
  for await (const record of records) {
    await pause();
    const intention = intentionFrom(keys, record);
    const isOne = intention && isMatch([intention.name, intention.line, intention.came].join("\n"), search);
    if (isOne && intentions.length === size) return { intentions, older: placeOf(intentions.at(-1)) };
    if (isOne) intentions.push(intention);
    if (++looked === LOOK_AT) return { intentions, older: intention ? placeOf(intention) : undefined };
  }
  return { intentions };
}

function placeOf(last: Intention | undefined): string | undefined {
  return last && writeListCursor(last);
}

/** What was laid down, the latest first, a page at a time. */
export function listPastIntentions(member: Member, after?: ListCursor): Promise<IntentionPage> {
  const place = after?.laidOn && after;
  const records = PrayerModel.find(
    {
      userId: member.id,
      laidOn: place ? { $gt: "", $lte: place.laidOn ?? "" } : { $gt: "" },
      ...(place && {
        $or: afterCursor({
          laidOn: place.laidOn,
          createdAt: place.createdAt,
          _id: intentionRecordId(member.id, place.id),
        }),
      }),
    },
    { words: 0 },
  )
    .sort({ laidOn: -1, ...NEWEST_FIRST })
    .limit(PAGE + 1)
    .lean();
  return pageOf(prayerKeys(member), records);
}

/** One of a person's own; null for an unknown id and for another person's alike. */
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

async function pageOf(keys: PrayerKeys, reading: PromiseLike<StoredIntention[]>): Promise<IntentionPage> {
  const records = await reading;
  const { shown, last } = splitPage(records, PAGE);
  const intentions = shown.flatMap((record) => intentionFrom(keys, record) ?? []);
  return { intentions, ...(last && { older: writeListCursor({ ...last, id: intentionIdOf(last) }) }) };
}

/** The few of the day, to read without a connection: no ids, no rhythms, and nobody whose turn it is not. */
export async function offlineIntentions(member: Member): Promise<OfflineIntentions> {
  const arc = await selectionToPray(member);
  const field = { key: "name", label: t("Whom or what do you hold in prayer?") };
  return {
    held: arc.map(({ name, line }) => ({ name, line })),
    carry: {
      title: t("People and intentions"),
      fields: [{ ...field, maxLength: INTENTION_LIMITS.name }],
    },
  };
}
