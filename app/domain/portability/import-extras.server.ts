import { CoachMessageModel, CoachThreadModel } from "#models/coaches.server";
import { createIfMissing, insertMissing } from "#models/db/queries.server";
import { InsightModel } from "#models/insight.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { PromptSwapModel } from "#models/prompts.server";
import { UserModel } from "#models/user.server";
import { DAY } from "~/domain/calendar/durations";
import { daysBetween, utcDay } from "~/domain/calendar/local-day";
import { findTimeZone } from "~/domain/calendar/time-zone";
import { coachEncryptionKey, encryptMessage, PLAIN_TALK } from "~/domain/coaches/threads.server";
import { encryptInsight, insightId } from "~/domain/insights/insights.server";
import { importTopics } from "~/domain/journal/conversation/conversation.server";
import { CONTENT_LIMITS, isBlank, tagsFrom } from "~/domain/journal/entries/content";
import { draftKeyOf } from "~/domain/journal/entries/drafts.server";
import { readExcludedTags, saveExcludedTags } from "~/domain/journal/entries/entries.server";
import {
  filterTermsOf,
  journalKeys,
  pictureIdsOf,
  sealContent,
} from "~/domain/journal/entries/sealed-content.server";
import { importOwnPrompts } from "~/domain/journal/prompts/own-prompts.server";
import { importCustomLayout } from "~/domain/journal/reflection/custom-layout.server";
import { storeWithinQuota } from "~/domain/limits/journal-quota.server";
import type { Member } from "~/domain/member/member";
import { effectivePromptSet } from "~/domain/member/prayer-settings";
import { effectivePlan } from "~/domain/scripture/passages/passage-plan";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { changeGuidance } from "~/domain/ways/assigned-passages.server";
import { now } from "~/platform/clock";
import {
  entryIdsOf,
  type DraftInFile,
  type InsightInFile,
  type PromptSwapInFile,
  type ThreadInFile,
} from "./export-schema";
import { CONTENT_FIELDS, splitContent, type SettingsInFile } from "./file-codecs";
import { derivedIdFor } from "./find-duplicates.server";
import type { ParsedUpload } from "./parsed-upload";
import { importedDraftId, resolvePictures } from "./stage-entries.server";

type Extras = Pick<ParsedUpload, "drafts" | "ownPrompts" | "promptSwaps" | "conversation" | "settings">;

/**
 * Maximum days between today and a prompt swap. A swap that expires later, or is for a day further away, is not imported,
 * because it comes from a wrong clock.
 */
const MAX_SWAP_DAYS = 60;

/** Imports the records beside the entries. Existing records stay unchanged, except settings if `withSettings`. */
export async function importExtras(member: Member, found: Extras, withSettings: boolean): Promise<void> {
  for (const draft of found.drafts) await importDraft(member, draft);
  const promptIds = await importOwnPrompts(member, found.ownPrompts);
  for (const swap of found.promptSwaps) await importSwap(member, swap);
  // A batch that was staged by an earlier version has no `conversation`.
  await importTopics(member, found.conversation ?? []);
  if (withSettings && found.settings) {
    await importSettings(member, found.settings);
    const { guidance } = found.settings;
    if (guidance) await changeGuidance(member, () => guidance);
    const { shape } = found.settings.prayer;
    if (shape) await importCustomLayout(member, shape, promptIds);
  }
}

/** Imports a draft unless one exists for its slot. */
async function importDraft(member: Member, draft: DraftInFile): Promise<void> {
  const keys = journalKeys(member);
  const _id = importedDraftId(keys, draft);
  if (await JournalEntryModel.exists({ _id, userId: member.id })) return;
  const resolve = await resolvePictures(member, [draft]);
  const { content, ...rest } = splitContent(resolve(draft), CONTENT_FIELDS);
  if (isBlank(content)) return;
  const record = {
    ...rest,
    _id,
    userId: member.id,
    status: "draft" as const,
    version: 1,
    marks: filterTermsOf(keys, { ...rest, favourite: false }, content),
    sealed: sealContent(keys, _id, content),
    pictures: pictureIdsOf(content),
    draftKey: draftKeyOf(rest.slot, rest.forDate, content.prayer),
    savedBy: "",
    deletedAt: null,
  };
  await storeWithinQuota(member, [record], async (release) => {
    if (!(await createIfMissing(JournalEntryModel, record))) release();
  });
}

async function importSwap(
  member: Member,
  { date, slot, ids, count, expiresAt }: PromptSwapInFile,
): Promise<void> {
  const latest = new Date(now().getTime() + MAX_SWAP_DAYS * DAY);
  if (expiresAt <= now() || expiresAt > latest) return;
  if (Math.abs(daysBetween(date, utcDay(now()))) > MAX_SWAP_DAYS) return;
  const _id = `${member.id}|${date}|${slot}`;
  await createIfMissing(PromptSwapModel, { _id, userId: member.id, date, ids, count, expiresAt });
}

/** Imports settings as far as the member's plan includes them. */
async function importSettings(member: Member, settings: SettingsInFile): Promise<void> {
  const { promptSetPreference, rhythm, timezone, locale, theme, look, reminders, insights, weekStart } =
    settings;
  const { subscriptionTier: tier } = member;
  // A custom layout refers to questions by the ids of the file; `importCustomLayout` maps them.
  const { shape: _, ...preferences } = settings.prayer;
  const prayer = { ...member.prayer, ...withoutUndefined(preferences) };
  const isIncluded = effectivePlan(tier, prayer.passagePlan) === prayer.passagePlan;
  const { passagePlan, planSince } = isIncluded ? prayer : member.prayer;
  await UserModel.updateOne(
    { _id: member.id },
    {
      $set: {
        morningPromptTime: settings.morningPromptTime,
        eveningPromptTime: settings.eveningPromptTime,
        ...(effectivePromptSet(tier, promptSetPreference) === promptSetPreference && { promptSetPreference }),
        ...(findTimeZone(timezone) && { timezone }),
        ...withoutUndefined({ locale, weekStart, theme }),
        ...(look && { look: { ...member.look, ...withoutUndefined(look) } }),
        ...(reminders && { reminders: { ...member.reminders, ...withoutUndefined(reminders) } }),
        ...(insights && { insights: { ...member.insights, ...withoutUndefined(insights) } }),
        prayer: { ...prayer, passagePlan, planSince },
        rhythm,
      },
    },
  );
  const tags = tagsFrom([...(await readExcludedTags(member)), ...(settings.excludedTags ?? [])].join(","));
  await saveExcludedTags(member, tags.slice(0, CONTENT_LIMITS.tags));
}

/** Drops the fields that the file does not contain. */
function withoutUndefined<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const defined = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as { [K in keyof T]: Exclude<T[K], undefined> };
}

/** Selects threads that the member does not have. If another member's thread has the id, a derived id replaces it. */
export async function selectNewThreads(
  member: Member,
  threads: readonly ThreadInFile[],
): Promise<ThreadInFile[]> {
  const keys = journalKeys(member);
  const ids = threads.flatMap(({ id }) => [id, derivedIdFor(keys, id)]);
  const taken = await CoachThreadModel.find({ _id: { $in: ids } }, { userId: 1 }).lean();
  const ownerOf = new Map(taken.map(({ _id, userId }) => [_id, userId]));
  return threads.flatMap((thread) => {
    const own = derivedIdFor(keys, thread.id);
    if (ownerOf.get(thread.id) === member.id || ownerOf.has(own)) return [];
    return [ownerOf.has(thread.id) ? { ...thread, id: own } : thread];
  });
}

/** Imports threads, which can be continued. Existing threads stay unchanged. */
export async function importThreads(member: Member, threads: readonly ThreadInFile[]): Promise<void> {
  const key = coachEncryptionKey(member);
  const fresh = await selectNewThreads(member, threads);
  const ownIds = await findImportedIds(
    member,
    fresh.flatMap(({ contextEntryIds }) => contextEntryIds),
  );
  for (const { id, messages, ...thread } of fresh) {
    // Messages are inserted before their thread: after an interruption they are invisible until the next run inserts it.
    const records = messages.map(({ seq, role: _, at, text, ...message }) =>
      encryptMessage(
        key,
        { _id: `${id}-${seq}`, userId: member.id, threadId: id, seq, at: new Date(at) },
        { ...PLAIN_TALK, ...message, text: text ?? "" },
      ),
    );
    await storeWithinQuota(member, records, async (release) =>
      release(await insertMissing(CoachMessageModel, records)),
    );
    const { fixedUntil, passageRef, contextEntryIds } = thread;
    await createIfMissing(CoachThreadModel, {
      ...thread,
      _id: id,
      userId: member.id,
      passageRef: findPassage(passageRef) ? passageRef : "",
      contextEntryIds: contextEntryIds.flatMap((entryId) => ownIds.get(entryId) ?? []),
      fixedUntil: fixedUntil && new Date(fixedUntil),
    });
  }
}

/** Selects insights of weeks that have no insight here. A deleted insight stays deleted. */
export async function selectNewInsights(
  member: Member,
  insights: readonly InsightInFile[],
): Promise<InsightInFile[]> {
  const ids = insights.map(({ weekStart }) => insightId(member.id, weekStart));
  const known = await InsightModel.find({ _id: { $in: ids }, status: { $ne: "new" } }, { _id: 1 }).lean();
  const weeks = new Set(known.map(({ _id }) => _id));
  return insights.filter((_, at) => !weeks.has(ids[at] ?? ""));
}

/** Imports insights as ready, with references to the imported entries. */
export async function importInsights(member: Member, insights: readonly InsightInFile[]): Promise<void> {
  const fresh = await selectNewInsights(member, insights);
  const ownIds = await findImportedIds(member, fresh.flatMap(entryIdsOf));
  const ownIdOf = (id: string) => ownIds.get(id) ?? id;
  for (const insight of fresh) {
    const { weekStart, engine, endpointHost, feedback, madeAt } = insight;
    const _id = insightId(member.id, weekStart);
    const made = {
      ...{ engine, endpointHost, feedback, madeAt, status: "ready" as const },
      timezone: member.timezone || "UTC",
      entryIds: entryIdsOf(insight).map(ownIdOf),
      sealed: encryptInsight(member, _id, mapEntryIds(insight.content, ownIdOf)),
    };
    await storeWithinQuota(member, [made], async (release) => {
      await createIfMissing(InsightModel, { _id, userId: member.id, weekStart, status: "new" });
      const { modifiedCount } = await InsightModel.updateOne(
        { _id, status: "new", claim: null },
        { $set: made },
      );
      if (modifiedCount === 0) release();
    });
  }
}

type Content = InsightInFile["content"];

function mapEntryIds(content: Content, ownIdOf: (id: string) => string): Content {
  const mapped = (list: Content["kept"]) =>
    list.map(({ entryId, text }) => ({ entryId: ownIdOf(entryId), text }));
  const mappedParts = <Part extends { quotations: Content["kept"] }>(list: Part[]) =>
    list.map((part) => ({ ...part, quotations: mapped(part.quotations) }));
  return {
    ...content,
    kept: mapped(content.kept),
    gifts: mappedParts(content.gifts),
    threads: mappedParts(content.threads),
    consolation: mapped(content.consolation),
    desolation: mapped(content.desolation),
  };
}

/** Maps entry ids of a file to the ids that these entries have in the journal. */
async function findImportedIds(member: Member, ids: readonly string[]): Promise<Map<string, string>> {
  const keys = journalKeys(member);
  const pairs = [...new Set(ids)].map((id) => [id, derivedIdFor(keys, id)] as const);
  const records = await JournalEntryModel.find(
    { _id: { $in: pairs.flat() }, userId: member.id },
    { _id: 1 },
  ).lean();
  const mine = new Set(records.map(({ _id }) => _id));
  return new Map(
    pairs.flatMap((pair) => {
      const own = pair.find((id) => mine.has(id));
      return own === undefined ? [] : [[pair[0], own] as const];
    }),
  );
}
