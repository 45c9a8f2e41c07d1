import { JournalEntryModel } from "#models/journal-entry.server";
import { dayInWords } from "~/domain/calendar/day-in-words";
import type { EntryContent } from "~/domain/journal/entries/content";
import { entryName, type Entry } from "~/domain/journal/entries/entry";
import { entriesFrom, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import { withoutPlaces } from "~/domain/journal/pictures/placed-pictures";
import type { Member } from "~/domain/member/member";
import type { Topic, TopicLine } from "./topic";
import { readConversation } from "./topics.server";

/** Something to talk about with its words; `entryId` and `week` lead to where it was marked. */
export type GatheredTopic = TopicLine & { id: string; day: string; entryId?: string; week?: string };

/** All that is marked, in the order of its days. What was deleted since is not there. One query beside the topics. */
export async function gatherTopics(member: Member): Promise<{ topics: GatheredTopic[]; before: number }> {
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

function gathered(topic: Topic, entries: ReadonlyMap<string, Entry>): GatheredTopic | undefined {
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
  const texts = answer ? [answer.text] : [...answers.map(({ text }) => text), withoutPlaces(body)];
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
export function wordsUpTo(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), most - 30)).toWellFormed()} …`;
}
