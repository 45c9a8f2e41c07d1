import * as addresses from "~/addresses";
import type { Member } from "~/domain/member/member";
import { missingInWords } from "~/domain/print/scripts";
import { gatherTopics, wordsUpTo } from "./gather.server";

/** The page is for seeing what is there; the whole of a long entry is a link away. */
const SHOWN = 900;

/** What someone wants to talk about, as its page shows it. */
export async function openConversation(member: Member) {
  const { topics, before } = await gatherTopics(member);
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
      to: week ? addresses.insightWeek(week) : entryId ? addresses.entry(entryId) : null,
    })),
  };
}
