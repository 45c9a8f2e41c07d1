import { CoachMessageModel } from "#models/coach-message.server";
import { CoachThreadModel } from "#models/coach-thread.server";
import { createIfMissing, insertMissing } from "#models/db/queries.server";
import { InsightModel } from "#models/insight.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { PromptSwapModel } from "#models/prompt-swap.server";
import { UserModel } from "#models/user.server";
import { DAY } from "~/domain/calendar/durations";
import { daysBetween, utcDay } from "~/domain/calendar/local-day";
import { findTimeZone } from "~/domain/calendar/time-zone";
import { coachEncryptionKey, encryptMessage, PLAIN_TALK } from "~/domain/coaches/threads.server";
import { insightId } from "~/domain/insights/make-insight.server";
import { encryptInsight } from "~/domain/insights/stored-insight.server";
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

type Beside = Pick<ParsedUpload, "drafts" | "ownPrompts" | "promptSwaps" | "conversation" | "settings">;

/** No exchange of a question is kept for longer, or for a day that is further away. */
const SWAP_DAYS = 60;
const SWAP_KEPT = SWAP_DAYS * DAY;

/** Keeps what comes beside the entries; what a person already has stays as it is, except settings they ask for. */
export async function importExtras(member: Member, found: Beside, withSettings: boolean): Promise<void> {
  for (const draft of found.drafts) await keepDraft(member, draft);
  const ownIds = await importOwnPrompts(member, found.ownPrompts);
  for (const swap of found.promptSwaps) await keepSwap(member, swap);
  // An import that waited while this house was updated does not know of them.
  await importTopics(member, found.conversation ?? []);
  if (withSettings && found.settings) {
    await keepSettings(member, found.settings);
    const { guidance } = found.settings;
    if (guidance) await changeGuidance(member, () => guidance);
    const { shape } = found.settings.prayer;
    if (shape) await importCustomLayout(member, shape, ownIds);
  }
}

/** A draft is imported only where no draft has been begun. */
async function keepDraft(member: Member, draft: DraftInFile): Promise<void> {
  const keys = journalKeys(member);
  const _id = importedDraftId(keys, draft);
  if (await JournalEntryModel.exists({ _id, userId: member.id })) return;
  const kept = await resolvePictures(member, [draft]);
  const { content, ...rest } = splitContent(kept(draft), CONTENT_FIELDS);
  if (isBlank(content)) return;
  const sealed = sealContent(keys, _id, content);
  const record = {
    ...rest,
    _id,
    userId: member.id,
    status: "draft" as const,
    version: 1,
    marks: filterTermsOf(keys, { ...rest, favourite: false }, content),
    sealed,
    pictures: pictureIdsOf(content),
    draftKey: draftKeyOf(rest.slot, rest.forDate, content.prayer),
    savedBy: "",
    deletedAt: null,
  };
  await storeWithinQuota(member, [record], async (release) => {
    if (!(await createIfMissing(JournalEntryModel, record))) release();
  });
}

async function keepSwap(
  member: Member,
  { date, slot, ids, count, expiresAt }: PromptSwapInFile,
): Promise<void> {
  const latest = new Date(now().getTime() + SWAP_KEPT);
  // One from a clock that is wrong would stay for ever; of other days nothing is ever asked.
  if (expiresAt <= now() || expiresAt > latest || Math.abs(daysBetween(date, utcDay(now()))) > SWAP_DAYS)
    return;
  const _id = `${member.id}|${date}|${slot}`;
  await createIfMissing(PromptSwapModel, { _id, userId: member.id, date, ids, count, expiresAt });
}

/** Settings, as far as the plan here includes them. */
async function keepSettings(member: Member, settings: SettingsInFile): Promise<void> {
  const {
    promptSetPreference: set,
    rhythm,
    timezone,
    locale,
    theme,
    look,
    reminders,
    weekStart,
    morningPromptTime,
    eveningPromptTime,
  } = settings;
  const { subscriptionTier: tier } = member;
  // A shape names the file's own questions, which have other ids here.
  const { shape: _, ...ways } = settings.prayer;
  const prayer = { ...member.prayer, ...given(ways) };
  const isHeld = effectivePlan(tier, prayer.passagePlan) === prayer.passagePlan;
  const { passagePlan, planSince } = isHeld ? prayer : member.prayer;
  await UserModel.updateOne(
    { _id: member.id },
    {
      $set: {
        morningPromptTime,
        eveningPromptTime,
        ...(effectivePromptSet(tier, set) === set && { promptSetPreference: set }),
        ...(findTimeZone(timezone) && { timezone }),
        ...given({ locale, weekStart, theme }),
        ...(look && { look: { ...member.look, ...given(look) } }),
        ...(reminders && { reminders: { ...member.reminders, ...given(reminders) } }),
        prayer: { ...prayer, passagePlan, planSince },
        rhythm,
      },
    },
  );
  const tags = tagsFrom([...(await readExcludedTags(member)), ...(settings.excludedTags ?? [])].join(","));
  await saveExcludedTags(member, tags.slice(0, CONTENT_LIMITS.tags));
}

/** Only what the file names; the rest stays. */
function given<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const named = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(named) as { [K in keyof T]: Exclude<T[K], undefined> };
}

/** Conversations that are not here yet, each with an id that no one else has. */
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

/** Keeps conversations as they were; they can be continued. Existing ones stay. */
export async function importThreads(member: Member, threads: readonly ThreadInFile[]): Promise<void> {
  const key = coachEncryptionKey(member);
  const coming = await selectNewThreads(member, threads);
  const here = await entriesHere(
    member,
    coming.flatMap(({ contextEntryIds }) => contextEntryIds),
  );
  for (const { id, messages, ...thread } of coming) {
    // The words first: a conversation without its head is invisible, and the next run writes it again.
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
      contextEntryIds: contextEntryIds.flatMap((entryId) => here.get(entryId) ?? []),
      fixedUntil: fixedUntil && new Date(fixedUntil),
    });
  }
}

/** Weeks without an insight here; one that was deleted here stays deleted. */
export async function selectNewInsights(
  member: Member,
  insights: readonly InsightInFile[],
): Promise<InsightInFile[]> {
  const ids = insights.map(({ weekStart }) => insightId(member.id, weekStart));
  const known = await InsightModel.find({ _id: { $in: ids }, status: { $ne: "new" } }, { _id: 1 }).lean();
  const weeks = new Set(known.map(({ _id }) => _id));
  return insights.filter((_, at) => !weeks.has(ids[at] ?? ""));
}

/** Keeps insights as they were made, to be read; their links lead to the entries that came with them. */
export async function importInsights(member: Member, insights: readonly InsightInFile[]): Promise<void> {
  const coming = await selectNewInsights(member, insights);
  const here = await entriesHere(member, coming.flatMap(entryIdsOf));
  const idHere = (id: string) => here.get(id) ?? id;
  for (const insight of coming) {
    const { weekStart, engine, endpointHost, feedback, madeAt } = insight;
    const _id = insightId(member.id, weekStart);
    const content = withEntries(insight.content, idHere);
    const made = {
      ...{
        engine,
        endpointHost,
        feedback,
        madeAt,
        status: "ready" as const,
        timezone: member.timezone || "UTC",
      },
      entryIds: entryIdsOf(insight).map(idHere),
      sealed: encryptInsight(member, _id, content),
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

function withEntries(content: Content, idHere: (id: string) => string): Content {
  const led = (list: Content["kept"]) =>
    list.map(({ entryId, text }) => ({ entryId: idHere(entryId), text }));
  const parts = <Part extends { quotations: Content["kept"] }>(list: Part[]) =>
    list.map((part) => ({ ...part, quotations: led(part.quotations) }));
  return {
    ...content,
    kept: led(content.kept),
    gifts: parts(content.gifts),
    threads: parts(content.threads),
    consolation: led(content.consolation),
    desolation: led(content.desolation),
  };
}

/** Which of these entries are here, with the ids they have here. */
async function entriesHere(member: Member, ids: readonly string[]): Promise<Map<string, string>> {
  const keys = journalKeys(member);
  const named = [...new Set(ids)].map((id) => [id, derivedIdFor(keys, id)] as const);
  const records = await JournalEntryModel.find(
    { _id: { $in: named.flat() }, userId: member.id },
    { _id: 1 },
  ).lean();
  const mine = new Set(records.map(({ _id }) => _id));
  return new Map(
    named.flatMap((both) => {
      const here = both.find((id) => mine.has(id));
      return here === undefined ? [] : [[both[0], here] as const];
    }),
  );
}
