import { createHash } from "node:crypto";
import { JournalEntryModel } from "#models/journal-entry.server";
import { dateInWords, dayInWords } from "~/domain/calendar/local-day";
import type { EntryContent } from "~/domain/journal/entries/content";
import { entryName, type Entry } from "~/domain/journal/entries/entry";
import { budgetForEntry } from "~/domain/journal/entries/markdown.server";
import { markdownBlocks } from "~/domain/journal/entries/render-content.server";
import { entriesFrom, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import { stripPlaceholders } from "~/domain/journal/pictures/picture";
import type { Member } from "~/domain/member/member";
import { todayIn } from "~/domain/member/member-from-record.server";
import { missingInWords, type BookPart } from "~/domain/print/block";
import type { PaperSize } from "~/domain/print/paper";
import { printSheets, type PrintedSheets } from "~/domain/print/print-in-worker.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { BEFORE_SPEAKING, LONGEST_LINE, TO_TALK_ABOUT, type Topic, type TopicLine } from "./topic";
import { bringTopics, readConversation } from "./topics.server";

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
  const day = line.date && dayInWords(line.date);
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
    text: wordsUpTo(text, LONGEST_LINE),
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
  await bringTopics(
    member,
    fresh.map((line) => ({ id: `file.${idOf(line)}`, line })),
  );
}

/** The page is for seeing what is there; the whole of a long entry is a link away. */
const SHOWN = 900;

/** What someone wants to talk about, as its page shows it. */
export async function openConversation(member: Member) {
  const { topics, before } = await collectTopics(member);
  const notPrinted = missingInWords(topics.flatMap(({ text, from, passage }) => [text, from, passage]));
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
  const cover = { title: TO_TALK_ABOUT, name: "", span: dateInWords(todayIn(member.timezone)) };
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
  yield [...BEFORE_SPEAKING, t("Afterwards")].map((text) => ({
    blocks: [{ style: "title", text, lines: 3 }],
  }));
}
