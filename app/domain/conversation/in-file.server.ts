import { createHash } from "node:crypto";
import type { Member } from "~/domain/member/member";
import { gatherTopics, wordsUpTo } from "./gather.server";
import { LONGEST_LINE, type TopicLine } from "./topic";
import { bringTopics } from "./topics.server";

/** What is marked to talk about as it travels: with its words, since elsewhere an entry has another id. */
export async function topicsInFile(member: Member): Promise<TopicLine[]> {
  const { topics } = await gatherTopics(member);
  return topics.map(({ date, from, passage, text }) => ({
    date,
    from,
    passage,
    text: wordsUpTo(text, LONGEST_LINE),
  }));
}

/** Takes lines of a file in; the same line again is the same topic. */
export async function keepTopics(member: Member, lines: readonly TopicLine[]): Promise<void> {
  if (lines.length === 0) return;
  const known = new Set((await topicsInFile(member)).map((line) => JSON.stringify(line)));
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
