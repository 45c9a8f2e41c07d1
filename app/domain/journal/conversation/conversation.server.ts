import { createHash } from "node:crypto";
import { CommitCache } from "#models/db/connection.server";
import { createIfMissing } from "#models/db/queries.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { ConversationModel, type ConversationRecord } from "#models/prayers.server";
import { formatDate, formatFullDate } from "~/domain/calendar/local-day";
import type { EntryContent } from "~/domain/journal/entries/content";
import { entryName, type Entry } from "~/domain/journal/entries/entry";
import { budgetForEntry } from "~/domain/journal/entries/markdown.server";
import { markdownBlocks } from "~/domain/journal/entries/render-content.server";
import { entriesFrom, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import { stripPlaceholders } from "~/domain/journal/pictures/picture";
import { todayIn } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { deriveMemberKey, readSealedText, textReencryption } from "~/domain/member/member-keys.server";
import { printSheets, type PrintedSheets } from "~/domain/print/print-in-worker.server";
import { describeMissingScripts, type BookPart, type PaperSize } from "~/domain/print/print-task";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { seal } from "~/platform/encryption.server";
import {
  closeConversation,
  CONVERSATION_QUESTIONS,
  EMPTY_CONVERSATION,
  MAX_TOPIC_LINE,
  MAX_TOPICS,
  reopenConversation,
  TALK_ABOUT_LABEL,
  withTopic,
  type Conversation,
  type Topic,
  type TopicLine,
} from "./topic";

const keyOf = (member: Member) => deriveMemberKey(member, "conversation");
const associatedDataOf = (id: string) => `conversations|${id}|1`;
const idOf = ({ id }: Member) => String(id);

/** Caches the sealed records: every entry page reads the conversation, and it seldom changes. */
const recordCache = new CommitCache<{ record: ConversationRecord | null }>(["conversations"], 200);

/** Reads the member's topics. An unreadable record is logged and read as an empty conversation. */
export async function readConversation(member: Member): Promise<Conversation> {
  const found = await recordCache.get(idOf(member), async () => ({
    record: await ConversationModel.findById(idOf(member)).lean(),
  }));
  return openConversationRecord(member, found?.record ?? null);
}

function openConversationRecord(member: Member, record: ConversationRecord | null): Conversation {
  if (!record) return EMPTY_CONVERSATION;
  const { _id, sealed } = record;
  const plain = readSealedText(keyOf(member), sealed, associatedDataOf(_id), "conversation.unreadable");
  return plain === null ? EMPTY_CONVERSATION : (JSON.parse(plain) as Conversation);
}

/**
 * Applies a change with compare-and-set on the sealed value, so that concurrent changes are applied one after the other.
 * MAX_TOPICS keeps the record small, so it does not count towards the quota.
 */
async function change(member: Member, changed: (before: Conversation) => Conversation): Promise<void> {
  const _id = idOf(member);
  for (let attempt = 0; attempt < 5; attempt++) {
    const record = await ConversationModel.findById(_id).lean();
    const next = JSON.stringify(changed(openConversationRecord(member, record)));
    const sealed = seal(keyOf(member).now, next, associatedDataOf(_id));
    const isStored = record
      ? (await ConversationModel.updateOne({ _id, sealed: record.sealed }, { $set: { sealed } }))
          .matchedCount === 1
      : await createIfMissing(ConversationModel, { _id, userId: member.id, sealed });
    if (isStored) return;
  }
  throw new Error("Too many concurrent changes of one conversation.");
}

export type TopicResult = { ok: true } | { ok: false; code: "too_many" };

/** Adds a topic, or moves it to the end if it is there already. */
export async function addTopic(member: Member, topic: Topic): Promise<TopicResult> {
  let isFull = false;
  await change(member, (before) => {
    const topics = withTopic(before.topics, topic);
    isFull = topics.length > MAX_TOPICS;
    return isFull ? before : { ...before, topics };
  });
  return isFull ? { ok: false, code: "too_many" } : { ok: true };
}

export const removeTopic = (member: Member, id: string): Promise<void> =>
  change(member, ({ topics, before }) => ({ before, topics: topics.filter((topic) => topic.id !== id) }));

/** Clears the topics after a conversation; `restoreTopics` restores them. */
export const clearTopics = (member: Member): Promise<void> => change(member, closeConversation);

export const restoreTopics = (member: Member): Promise<void> => change(member, reopenConversation);

/** Adds imported topics to the current ones, up to MAX_TOPICS. */
const appendTopics = (member: Member, lines: readonly Topic[]): Promise<void> =>
  change(member, ({ topics, before }) => ({
    before,
    topics: lines.reduce(withTopic, topics).slice(0, MAX_TOPICS),
  }));

/** Re-encrypts the record with the member's new key. */
export const reencryptConversation = textReencryption(ConversationModel, "conversation", ({ _id }) =>
  associatedDataOf(_id),
);

/** A topic with its text; `entryId` or `week` names the page where the member added it. */
type ResolvedTopic = TopicLine & { id: string; day: string; entryId?: string; week?: string };

/** The topics with their texts, by date. Deleted entries are omitted. One query besides reading the conversation. */
async function collectTopics(member: Member): Promise<{ topics: ResolvedTopic[]; before: number }> {
  const { topics, before } = await readConversation(member);
  const ids = [...new Set(topics.flatMap(({ entry }) => entry ?? []))];
  const entries = new Map((await readEntries(member, ids)).map((entry) => [entry.id, entry]));
  const found = topics.flatMap((topic) => resolveTopic(topic, entries) ?? []);
  return { topics: found.sort((a, b) => a.date.localeCompare(b.date)), before: before.length };
}

async function readEntries(member: Member, ids: readonly string[]): Promise<Entry[]> {
  if (ids.length === 0) return [];
  const mine = { _id: { $in: ids }, userId: member.id, status: "final", deletedAt: null } as const;
  return entriesFrom(journalKeys(member), await JournalEntryModel.find(mine, { words: 0 }).lean());
}

function resolveTopic(topic: Topic, entries: ReadonlyMap<string, Entry>): ResolvedTopic | undefined {
  const entry = topic.entry ? entries.get(topic.entry) : undefined;
  if (topic.entry && !entry?.content) return undefined;
  const line = topic.line ?? (entry?.content && lineOf(entry, entry.content, topic.part));
  if (!line) return undefined;
  const { id, entry: entryId } = topic;
  const week = topic.line && topic.week;
  const day = line.date && formatFullDate(line.date);
  return { ...line, id, day, ...(entryId && { entryId }), ...(week && { week }) };
}

/** The text of an entry, or of the answer named by `part`; undefined for an empty or missing answer. */
function lineOf(
  { kind, slot, forDate, passageRef }: Entry,
  { title, answers, body }: EntryContent,
  part: string,
): TopicLine | undefined {
  const answer = part ? answers.find(({ key }) => key === part) : undefined;
  if (part && !answer?.text.trim()) return undefined;
  const name = title || entryName(kind, slot);
  const texts = answer ? [answer.text] : [...answers.map(({ text }) => text), stripPlaceholders(body)];
  return {
    date: forDate,
    from: answer ? answer.question : name,
    passage: passageRef.replaceAll("-", "–"),
    text: texts
      .map((text) => text.trim())
      .filter(Boolean)
      .join("\n\n"),
  };
}

/** Cuts a text to `max` characters, if possible between two words. */
function truncateAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), max - 30)).toWellFormed()} …`;
}

/** The topics for an export, with texts instead of entry ids, because an entry gets another id when it is imported. */
export async function exportTopics(member: Member): Promise<TopicLine[]> {
  const { topics } = await collectTopics(member);
  return topics.map(({ date, from, passage, text }) => ({
    date,
    from,
    passage,
    text: truncateAtWord(text, MAX_TOPIC_LINE),
  }));
}

/** Imports topics from an export file; a line that is present already is skipped. */
export async function importTopics(member: Member, lines: readonly TopicLine[]): Promise<void> {
  if (lines.length === 0) return;
  const present = new Set((await exportTopics(member)).map((line) => JSON.stringify(line)));
  const fresh = lines.filter(
    ({ date, from, passage, text }) => !present.has(JSON.stringify({ date, from, passage, text })),
  );
  const hashOf = (line: TopicLine) =>
    createHash("sha256").update(JSON.stringify(line)).digest("base64url").slice(0, 16);
  await appendTopics(
    member,
    fresh.map((line) => ({ id: `file.${hashOf(line)}`, line })),
  );
}

/** The page cuts longer texts and links to the whole text. */
const MAX_EXCERPT_CHARACTERS = 900;

/** The data of the conversation page. */
export async function openConversation(member: Member) {
  const { topics, before } = await collectTopics(member);
  const notPrinted = describeMissingScripts(
    topics.flatMap(({ text, from, passage }) => [text, from, passage]),
  );
  return {
    /** A description of the scripts that the PDF fonts do not cover. */
    ...(notPrinted && { notPrinted }),
    /** Number of cleared topics that can be restored. */
    before,
    topics: topics.map(({ id, day, from, passage, text, entryId, week }) => ({
      id,
      from,
      day: [day, passage].filter(Boolean).join(" · "),
      text: truncateAtWord(text, MAX_EXCERPT_CHARACTERS),
      to: week ? paths.insightWeek(week) : entryId ? paths.entry(entryId) : null,
    })),
  };
}

/** About two sheets of text besides the questions, shared by all topics. */
const MAX_SHEET_CHARACTERS = 7_000;
const MIN_TOPIC_CHARACTERS = 160;

/** Prints a sheet for the conversation with space to write: the chosen topics, or all if `chosen` is null. */
export async function printConversation(
  member: Member,
  chosen: readonly string[] | null,
  paper: PaperSize,
): Promise<PrintedSheets> {
  const { topics } = await collectTopics(member);
  const wanted = chosen ? topics.filter(({ id }) => chosen.includes(id)) : topics;
  const cover = { title: TALK_ABOUT_LABEL, name: "", span: formatDate(todayIn(member.timezone)) };
  return printSheets({ kind: "sheets", cover, paper, small: true, look: member.look }, sheetParts(wanted));
}

async function* sheetParts(topics: readonly ResolvedTopic[]): AsyncGenerator<BookPart[]> {
  const max = Math.max(MIN_TOPIC_CHARACTERS, Math.floor(MAX_SHEET_CHARACTERS / Math.max(1, topics.length)));
  const budget = await Promise.resolve(budgetForEntry());
  yield [{ blocks: [{ style: "title", text: t("Before we speak"), lines: 4 }] }];
  yield topics.map(({ day, from, passage, text }) => ({
    blocks: [
      { style: "kind", text: [day, from, passage].filter(Boolean).join(" · ") },
      ...markdownBlocks(truncateAtWord(text, max), budget),
    ],
  }));
  yield [...CONVERSATION_QUESTIONS, t("Afterwards")].map((text) => ({
    blocks: [{ style: "title", text, lines: 3 }],
  }));
}
