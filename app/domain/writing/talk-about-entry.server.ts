import { topicOfEntry } from "~/domain/conversation/topic";
import {
  addTopic,
  readConversation,
  removeTopic,
  type TopicResult,
} from "~/domain/conversation/topics.server";
import { readEntry } from "~/domain/journal/entries/entries.server";
import type { Member } from "~/domain/member/member";

/** What of an entry is marked: the keys of answers, and "" for the whole of it. */
export async function topicsOfEntry(member: Member, entryId: string): Promise<string[]> {
  const { topics } = await readConversation(member);
  return topics.flatMap((topic) => (topic.entry === entryId && !topic.line ? [topic.part] : []));
}

/** Marks an entry, or one answer in it, to talk about, or takes the mark away. */
export async function actOnTopic(
  member: Member,
  entryId: string,
  intent: "talk" | "untalk",
  part: string,
): Promise<TopicResult | { ok: false; code: "not_found" }> {
  const entry = await readEntry(member, entryId);
  const hasPart = !part || entry?.content?.answers.some(({ key, text }) => key === part && text.trim());
  if (!entry?.content || entry.deletedAt || !hasPart) return { ok: false, code: "not_found" };
  const topic = topicOfEntry(entryId, part);
  if (intent === "talk") return addTopic(member, topic);
  await removeTopic(member, topic.id);
  return { ok: true };
}
