import type { z } from "zod";
import { JournalEntryModel } from "#models/journal-entry.server";
import { PromptSwapModel } from "#models/prompts.server";
import { listAiCalls } from "~/domain/ai/model-access.server";
import { threadsForExport } from "~/domain/coaches/threads.server";
import { readLegacy } from "~/domain/identity/legacy-use.server";
import { listInsightsForExport } from "~/domain/insights/insights.server";
import { exportTopics } from "~/domain/journal/conversation/conversation.server";
import { readExcludedTags } from "~/domain/journal/entries/entries.server";
import { contentOrNull, fieldsOfRecord, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import type { HistoryFilters } from "~/domain/journal/history/query";
import { exportIntentions } from "~/domain/journal/prayers/change-intentions.server";
import { exportPrayerRequests } from "~/domain/journal/prayers/prayer-requests.server";
import { listOwnPrompts } from "~/domain/journal/prompts/own-prompts.server";
import type { Member } from "~/domain/member/member";
import { PRAYER_SETTINGS } from "~/domain/member/prayer-settings";
import { PRAYER_TIMES } from "~/domain/member/prayer-times";
import { INSIGHTS, LOOK, REMINDERS } from "~/domain/member/preferences";
import { settingsFrom } from "~/domain/member/setting";
import { listPlanChanges, planChangeOf } from "~/domain/plans/changes/change-plan.server";
import { guidanceOf } from "~/domain/ways/assigned-passages.server";
import { now } from "~/platform/clock";
import {
  DraftSchema,
  InsightFileSchema,
  IntentionSchema,
  jsonEntry,
  OwnPromptSchema,
  PromptSwapSchema,
  SCHEMA_NAME,
  SCHEMA_VERSION,
  ThreadSchema,
  TopicSchema,
  type DraftInFile,
  type PromptSwapInFile,
} from "./export-schema";
import { encodeForFile } from "./file-codecs";
import { journalPages, trashPages, type JournalPage, type Unreadable } from "./journal-pages.server";

/** Maximum drafts of an export, above the limit that the application sets. */
const MAX_DRAFTS = 2_000;

/** Lists all changes of the plan with their causes, oldest first. */
async function planChangesOf(member: Member) {
  const all = [];
  let before: number | undefined;
  do {
    const { lines, older } = await listPlanChanges(member.id, { before, limit: 100 });
    all.push(...lines);
    before = older ?? undefined;
  } while (before !== undefined);
  return all.reverse().map(planChangeOf);
}

/** Maximum AI calls of an export, above the number that is stored. */
const MAX_AI_CALLS = 10_000;

export async function exportDrafts(member: Member): Promise<DraftInFile[]> {
  const keys = journalKeys(member);
  const records = await JournalEntryModel.find({ userId: member.id, status: "draft" })
    .limit(MAX_DRAFTS)
    .lean();
  return records.flatMap((record) => {
    const content = contentOrNull(keys, record);
    if (!content) return [];
    const { promptSet, promptIds } = record;
    const { dayName, ...fields } = fieldsOfRecord(record);
    return [{ ...fields, ...(dayName && { dayName }), promptSet, promptIds, ...content }];
  });
}

async function promptSwapsOf(member: Member): Promise<PromptSwapInFile[]> {
  const swaps = await PromptSwapModel.find({ userId: member.id }).sort({ date: 1, _id: 1 }).lean();
  return swaps.map((swap) => ({ ...swap, slot: swap._id.endsWith("|morning") ? "morning" : "evening" }));
}

/** Profile without credentials. */
function profileOf(member: Member) {
  const { id, username, firstName, lastName, email, subscriptionTier, plan, theme, look, aiConsent } = member;
  return {
    id,
    username,
    firstName,
    lastName,
    email,
    plan: { tier: subscriptionTier, source: plan.source, startsAt: plan.startsAt, endsAt: plan.endsAt },
    theme,
    look: settingsFrom(LOOK, look),
    aiConsent: { insights: aiConsent.insights, coaches: aiConsent.coaches, at: aiConsent.at },
  };
}

/** Settings; an import can restore most of them. */
export async function exportSettings(member: Member) {
  const { promptSetPreference, timezone, locale } = member;
  const { prayer, rhythm, reminders, insights } = member;
  const { planSince, shape } = prayer;
  return {
    promptSetPreference,
    ...settingsFrom(PRAYER_TIMES, member),
    timezone,
    locale,
    ...(member.choseWeekStart && { weekStart: member.weekStart }),
    excludedTags: await readExcludedTags(member),
    prayer: {
      ...settingsFrom(PRAYER_SETTINGS, prayer),
      planSince,
      shape: { morning: shape.morning, evening: shape.evening },
    },
    rhythm: {
      restDay: rhythm.restDay,
      hidden: rhythm.hidden,
      pauses: rhythm.pauses.map(({ from, until }) => ({ from, until })),
    },
    reminders: settingsFrom(REMINDERS, reminders),
    insights: settingsFrom(INSIGHTS, insights),
    guidance: guidanceOf(member),
  };
}

/**
 * Writes our own file format (docs/export-format.md) while the journal is read. `complete` is the last field: a file without
 * it was truncated. With a filter, the file contains entries only.
 */
export async function* writeJson(
  member: Member,
  filters: HistoryFilters | undefined,
): AsyncGenerator<string> {
  yield "{\n";
  yield line("schema", SCHEMA_NAME);
  yield line("version", SCHEMA_VERSION);
  yield line("exportedAt", now().toISOString());
  if (filters) yield line("filter", filters);
  else {
    yield line("profile", profileOf(member));
    yield line("settings", await exportSettings(member));
    yield line("ownPrompts", each(OwnPromptSchema, await listOwnPrompts(member)));
    yield* list("intentions", IntentionSchema, exportIntentions(member));
    const requests = await exportPrayerRequests(member);
    if (requests.length > 0) yield line("prayerRequests", requests);
    yield line("conversation", each(TopicSchema, await exportTopics(member)));
    yield line("promptSwaps", each(PromptSwapSchema, await promptSwapsOf(member)));
    yield line("drafts", each(DraftSchema, await exportDrafts(member)));
    yield line("insights", each(InsightFileSchema, await listInsightsForExport(member)));
    yield* list("coachThreads", ThreadSchema, threadsForExport(member));
    yield line("planChanges", await planChangesOf(member));
    const legacy = await readLegacy(member.id);
    if (legacy.choice !== "none") yield line("legacy", legacy);
    yield line("aiCalls", await listAiCalls(member.id, MAX_AI_CALLS));
  }
  const unreadable: Unreadable[] = [];
  yield `"entries": [`;
  let count = 0;
  for await (const page of exportPages(member, filters)) {
    unreadable.push(...page.unreadable);
    for (const entry of page.entries)
      yield `${count++ === 0 ? "" : ","}\n${JSON.stringify(jsonEntry(entry))}`;
  }
  yield "\n],\n";
  if (unreadable.length > 0) yield line("unreadable", unreadable);
  yield `"complete": true\n}\n`;
}

/** Pages of entries with versions; without a filter the trash too. */
export async function* exportPages(
  member: Member,
  filters: HistoryFilters | undefined,
): AsyncGenerator<JournalPage> {
  yield* journalPages(member, { filters, withVersions: true });
  if (!filters) yield* trashPages(member);
}

/** Writes a list while its items are read, one item per line. */
async function* list<S extends z.ZodType>(
  name: string,
  schema: S,
  items: AsyncIterable<z.output<S>>,
): AsyncGenerator<string> {
  yield `"${name}": [`;
  let count = 0;
  for await (const item of items)
    yield `${count++ === 0 ? "" : ","}\n${JSON.stringify(encodeForFile(schema, item))}`;
  yield "],\n";
}

const each = <S extends z.ZodType>(schema: S, items: readonly z.output<S>[]) =>
  items.map((item) => encodeForFile(schema, item));

const line = (name: string, value: unknown) => `"${name}": ${JSON.stringify(value)},\n`;
