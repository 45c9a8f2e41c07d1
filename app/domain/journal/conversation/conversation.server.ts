import { createHash } from "node:crypto";
import { ConversationModel, type ConversationRecord } from "#models/conversation.server";
import { CommitCache } from "#models/db/connection.server";
import { duplicateKeyFields } from "#models/db/failures.server";
import { storedBytes } from "#models/db/queries.server";
import { reencryption } from "#models/db/reencryption.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { formatDate, formatFullDate } from "~/domain/calendar/local-day";
import type { EntryContent } from "~/domain/journal/entries/content";
import { entryName, type Entry } from "~/domain/journal/entries/entry";
import { budgetForEntry } from "~/domain/journal/entries/markdown.server";
import { markdownBlocks } from "~/domain/journal/entries/render-content.server";
import { entriesFrom, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import { stripPlaceholders } from "~/domain/journal/pictures/picture";
import { todayIn } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { deriveMemberKey, openWithDerivedKey, reencryptIfOld } from "~/domain/member/member-keys.server";
import { printSheets, type PrintedSheets } from "~/domain/print/print-in-worker.server";
import { describeMissingScripts, type BookPart, type PaperSize } from "~/domain/print/print-task";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { DecryptionError, seal } from "~/platform/encryption.server";
import { log } from "~/platform/log.server";
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

/** Sealed as it is stored: every page of an entry asks, and it seldom changes. */
const known = new CommitCache<{ record: ConversationRecord | null }>(["conversations"], 200);

/** What a person means to talk about. What does not open is logged, and nothing is marked. */
export async function readConversation(member: Member): Promise<Conversation> {
  const found = await known.get(idOf(member), async () => ({
    record: await ConversationModel.findById(idOf(member)).lean(),
  }));
  return opened(member, found?.record ?? null);
}

function opened(member: Member, record: ConversationRecord | null): Conversation {
  if (!record) return EMPTY_CONVERSATION;
  try {
    const plain = openWithDerivedKey(keyOf(member), storedBytes(record.sealed), associatedDataOf(record._id));
    return JSON.parse(plain.toString("utf8")) as Conversation;
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error("conversation.unreadable", error);
    return EMPTY_CONVERSATION;
  }
}

/** Of two changes at one time the later is made on what the earlier left. Not counted in the quota: it is never large. */
async function change(member: Member, changed: (before: Conversation) => Conversation): Promise<void> {
  const _id = idOf(member);
  for (let again = 0; again < 5; again++) {
    const record = await ConversationModel.findById(_id).lean();
    const next = JSON.stringify(changed(opened(member, record)));
    const sealed = seal(keyOf(member).now, next, associatedDataOf(_id));
    try {
      if (!record) await ConversationModel.create({ _id, userId: member.id, sealed });
      else {
        const seen = { _id, sealed: record.sealed };
        if ((await ConversationModel.updateOne(seen, { $set: { sealed } })).matchedCount === 0) continue;
      }
      return;
    } catch (error) {
      if (!duplicateKeyFields(error)) throw error;
    }
  }
  throw new Error("Too many changes at one time.");
}

export type TopicResult = { ok: true } | { ok: false; code: "too_many" };

/** Notes something to talk about, once. */
export async function addTopic(member: Member, topic: Topic): Promise<TopicResult> {
  let isFull = false;
  await change(member, (before) => {
    const topics = withTopic(before.topics, topic);
    isFull = topics.length > MAX_TOPICS;
    return isFull ? before : { ...before, topics };
  });
  return isFull ? { ok: false, code: "too_many" } : { ok: true };
}

/** Takes a topic away. */
export const removeTopic = (member: Member, id: string): Promise<void> =>
  change(member, ({ topics, before }) => ({ before, topics: topics.filter((topic) => topic.id !== id) }));

/** They have spoken: what was marked is put aside. */
export const clearTopics = (member: Member): Promise<void> => change(member, closeConversation);

/** Brings back what the last conversation has cleared. */
export const restoreTopics = (member: Member): Promise<void> => change(member, reopenConversation);

/** Lines from a file beside those that are there, as many as there is room for. */
export const appendTopics = (member: Member, lines: readonly Topic[]): Promise<void> =>
  change(member, ({ topics, before }) => ({
    before,
    topics: lines.reduce(withTopic, topics).slice(0, MAX_TOPICS),
  }));

/** The record moves to its person's new key. */
export const reencryptConversation = reencryption(ConversationModel, (member: Member) => {
  const key = keyOf(member);
  return ({ _id, sealed }) => {
    const moved = reencryptIfOld(key, sealed, associatedDataOf(_id));
    return moved && { set: { sealed: moved } };
  };
});

/** Something to talk about with its words; `entryId` and `week` lead to where it was marked. */
export type ResolvedTopic = TopicLine & { id: string; day: string; entryId?: string; week?: string };

/** All that is marked, in the order of its days. What was deleted since is not there. One query beside the topics. */
async function collectTopics(member: Member): Promise<{ topics: ResolvedTopic[]; before: number }> {
  const { topics, before } = await readConversation(member);
  const ids = [...new Set(topics.flatMap(({ entry }) => entry ?? []))];
  const entries = new Map((await readEntries(member, ids)).map((entry) => [entry.id, entry]));
  const found = topics.flatMap((topic) => gathered(topic, entries) ?? []);
  return { topics: found.sort((a, b) => a.date.localeCompare(b.date)), before: before.length };
}

async function readEntries(member: Member, ids: readonly string[]): Promise<Entry[]> {
  if (ids.length === 0) return [];
  const mine = { _id: { $in: ids }, userId: member.id, status: "final", deletedAt: null } as const;
  return entriesFrom(journalKeys(member), await JournalEntryModel.find(mine, { words: 0 }).lean());
}

function gathered(topic: Topic, entries: ReadonlyMap<string, Entry>): ResolvedTopic | undefined {
  const entry = topic.entry ? entries.get(topic.entry) : undefined;
  if (topic.entry && !entry?.content) return undefined;
  const line = topic.line ?? (entry?.content && lineOf(entry, entry.content, topic.part));
  if (!line) return undefined;
  const { id, entry: entryId } = topic;
  const week = topic.line && topic.week;
  const day = line.date && formatFullDate(line.date);
  return { ...line, id, day, ...(entryId && { entryId }), ...(week && { week }) };
}

/** The words of an entry, or of one answer in it. */
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

/** The beginning of a text, ended at a word. */
function wordsUpTo(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), most - 30)).toWellFormed()} …`;
}

/** What is marked to talk about as it travels: with its words, since elsewhere an entry has another id. */
export async function exportTopics(member: Member): Promise<TopicLine[]> {
  const { topics } = await collectTopics(member);
  return topics.map(({ date, from, passage, text }) => ({
    date,
    from,
    passage,
    text: wordsUpTo(text, MAX_TOPIC_LINE),
  }));
}

/** Takes lines of a file in; the same line again is the same topic. */
export async function importTopics(member: Member, lines: readonly TopicLine[]): Promise<void> {
  if (lines.length === 0) return;
  const known = new Set((await exportTopics(member)).map((line) => JSON.stringify(line)));
  const fresh = lines.filter(
    ({ date, from, passage, text }) => !known.has(JSON.stringify({ date, from, passage, text })),
  );
  const idOf = (line: TopicLine) =>
    createHash("sha256").update(JSON.stringify(line)).digest("base64url").slice(0, 16);
  await appendTopics(
    member,
    fresh.map((line) => ({ id: `file.${idOf(line)}`, line })),
  );
}

/** The page is for seeing what is there; the whole of a long entry is a link away. */
const SHOWN = 900;

/** What someone wants to talk about, as its page shows it. */
export async function openConversation(member: Member) {
  const { topics, before } = await collectTopics(member);
  const notPrinted = describeMissingScripts(
    topics.flatMap(({ text, from, passage }) => [text, from, passage]),
  );
  return {
    /** The scripts that a PDF has no letters for, in words. */
    ...(notPrinted && { notPrinted }),
    /** How many the last conversation has cleared, and may bring back. */
    before,
    topics: topics.map(({ id, day, from, passage, text, entryId, week }) => ({
      id,
      from,
      day: [day, passage].filter(Boolean).join(" · "),
      text: wordsUpTo(text, SHOWN),
      to: week ? paths.insightWeek(week) : entryId ? paths.entry(entryId) : null,
    })),
  };
}

/** About what two sheets hold beside the questions, in letters. */
const LETTERS = 7_000;
const FEWEST = 160;

/** What someone takes into the room: the topics that were chosen, or all where nothing says which, with room to write. */
export async function printConversation(
  member: Member,
  chosen: readonly string[] | null,
  paper: PaperSize,
): Promise<PrintedSheets> {
  const { topics } = await collectTopics(member);
  const wanted = chosen ? topics.filter(({ id }) => chosen.includes(id)) : topics;
  const cover = { title: TALK_ABOUT_LABEL, name: "", span: formatDate(todayIn(member.timezone)) };
  return printSheets({ kind: "sheets", cover, paper, small: true }, partsOf(wanted));
}

async function* partsOf(topics: readonly ResolvedTopic[]): AsyncGenerator<BookPart[]> {
  const most = Math.max(FEWEST, Math.floor(LETTERS / Math.max(1, topics.length)));
  const budget = await Promise.resolve(budgetForEntry());
  yield [{ blocks: [{ style: "title", text: t("Before we speak"), lines: 4 }] }];
  yield topics.map(({ day, from, passage, text }) => ({
    blocks: [
      { style: "kind", text: [day, from, passage].filter(Boolean).join(" · ") },
      ...markdownBlocks(wordsUpTo(text, most), budget),
    ],
  }));
  yield [...CONVERSATION_QUESTIONS, t("Afterwards")].map((text) => ({
    blocks: [{ style: "title", text, lines: 3 }],
  }));
}
