import type { z } from "zod";
import { threadsForExport } from "~/domain/coaches/threads.server";
import { topicsInFile } from "~/domain/conversation/in-file.server";
import { listInsightsForExport } from "~/domain/insights/week/export-insights.server";
import type { HistoryFilters } from "~/domain/journal/history/query";
import { listOwnPrompts } from "~/domain/journal/prompts/own-prompts.server";
import type { Member } from "~/domain/member/member";
import { everyIntention } from "~/domain/prayers/travel.server";
import { now } from "~/platform/clock";
import { aiCallsOf, draftsOf, planChangesOf, promptSwapsOf } from "./export-extras.server";
import { profileOf, settingsOf } from "./export-person.server";
import {
  DraftSchema,
  jsonEntry,
  OwnPromptSchema,
  PromptSwapSchema,
  SCHEMA_NAME,
  SCHEMA_VERSION,
  TopicSchema,
} from "./export-schema";
import { asInFile } from "./file-values";
import { IntentionSchema } from "./intention-file";
import { journalPages, trashPages, type JournalPage, type Unreadable } from "./journal-pages.server";
import { InsightFileSchema, ThreadSchema } from "./looking-back-schema";

/**
 * Our own file, written as it is read (docs/export-format.md). `complete` is its last word: a file without it was cut off.
 * With a filter it holds only what the filter finds.
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
    yield line("settings", await settingsOf(member));
    yield line("ownPrompts", each(OwnPromptSchema, await listOwnPrompts(member)));
    yield* list("intentions", IntentionSchema, everyIntention(member));
    yield line("conversation", each(TopicSchema, await topicsInFile(member)));
    yield line("promptSwaps", each(PromptSwapSchema, await promptSwapsOf(member)));
    yield line("drafts", each(DraftSchema, await draftsOf(member)));
    yield line("insights", each(InsightFileSchema, await listInsightsForExport(member)));
    yield* list("coachThreads", ThreadSchema, threadsForExport(member));
    yield line("planChanges", await planChangesOf(member));
    yield line("aiCalls", await aiCallsOf(member));
  }
  const unreadable: Unreadable[] = [];
  yield `"entries": [`;
  let count = 0;
  for await (const page of everyPage(member, filters)) {
    unreadable.push(...page.unreadable);
    for (const entry of page.entries)
      yield `${count++ === 0 ? "" : ","}\n${JSON.stringify(jsonEntry(entry))}`;
  }
  yield "\n],\n";
  if (unreadable.length > 0) yield line("unreadable", unreadable);
  yield `"complete": true\n}\n`;
}

/** What a file of ours holds, page by page. */
export async function* everyPage(
  member: Member,
  filters: HistoryFilters | undefined,
): AsyncGenerator<JournalPage> {
  yield* journalPages(member, { filters, withVersions: true });
  if (!filters) yield* trashPages(member);
}

/** A list that is written while it is read, each of its items on a line. */
async function* list<S extends z.ZodType>(
  name: string,
  schema: S,
  items: AsyncIterable<z.output<S>>,
): AsyncGenerator<string> {
  yield `"${name}": [`;
  let count = 0;
  for await (const item of items)
    yield `${count++ === 0 ? "" : ","}\n${JSON.stringify(asInFile(schema, item))}`;
  yield "],\n";
}

const each = <S extends z.ZodType>(schema: S, items: readonly z.output<S>[]) =>
  items.map((item) => asInFile(schema, item));

const line = (name: string, value: unknown) => `"${name}": ${JSON.stringify(value)},\n`;
