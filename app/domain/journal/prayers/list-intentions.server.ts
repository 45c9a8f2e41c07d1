import { afterCursor, splitPage } from "#models/db/keyset-page.server";
import { PrayerModel } from "#models/prayer.server";
import { isEmptySearch, isMatch, parseSearch } from "~/domain/journal/history/search";
import type { Member } from "~/domain/member/member";
import { t } from "~/i18n/t";
import { createYielder } from "~/platform/cooperative-yield.server";
import {
  havingWords,
  idOf,
  intentionFrom,
  isPrayerId,
  prayerKeys,
  recordId,
  type PrayerKeys,
  type StoredIntention,
} from "./encrypted-intention.server";
import {
  INTENTION_LIMITS,
  writeListCursor,
  type Intention,
  type ListCursor,
  type OfflineIntentions,
} from "./intention";
import { selectionToPray } from "./rotation.server";

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
    { userId: member.id, ...(whole.length > 0 && havingWords(keys, whole)), ...olderThan(member, after) },
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
export function listPast(member: Member, after?: ListCursor): Promise<IntentionPage> {
  const place = after?.laidOn && after;
  const records = PrayerModel.find(
    {
      userId: member.id,
      laidOn: place ? { $gt: "", $lte: place.laidOn ?? "" } : { $gt: "" },
      ...(place && {
        $or: afterCursor({
          laidOn: place.laidOn,
          createdAt: place.createdAt,
          _id: recordId(member.id, place.id),
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
    { _id: recordId(member.id, id), userId: member.id },
    { words: 0 },
  ).lean();
  return record && intentionFrom(prayerKeys(member), record);
}

function olderThan(member: Member, after?: ListCursor) {
  if (!after) return {};
  return { $or: afterCursor({ createdAt: after.createdAt, _id: recordId(member.id, after.id) }) };
}

async function pageOf(keys: PrayerKeys, reading: PromiseLike<StoredIntention[]>): Promise<IntentionPage> {
  const records = await reading;
  const { shown, last } = splitPage(records, PAGE);
  const intentions = shown.flatMap((record) => intentionFrom(keys, record) ?? []);
  return { intentions, ...(last && { older: writeListCursor({ ...last, id: idOf(last) }) }) };
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
