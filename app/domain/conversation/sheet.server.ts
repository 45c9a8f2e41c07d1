import { dateInWords } from "~/domain/calendar/local-day";
import { budgetForEntry } from "~/domain/journal/entries/markdown.server";
import { writtenBlocks } from "~/domain/journal/entries/written-blocks.server";
import type { Member } from "~/domain/member/member";
import { todayIn } from "~/domain/member/today.server";
import type { BookPart } from "~/domain/print/block";
import type { PaperSize } from "~/domain/print/paper";
import { printSheets, type PrintedSheets } from "~/domain/print/print-sheets.server";
import { t } from "~/i18n/t";
import { gatherTopics, wordsUpTo, type GatheredTopic } from "./gather.server";
import { BEFORE_SPEAKING, TO_TALK_ABOUT } from "./topic";

/** About what two sheets hold beside the questions, in letters. */
const LETTERS = 7_000;
const FEWEST = 160;

/** What someone takes into the room: the topics that were chosen, or all where nothing says which, with room to write. */
export async function printConversation(
  member: Member,
  chosen: readonly string[] | null,
  paper: PaperSize,
): Promise<PrintedSheets> {
  const { topics } = await gatherTopics(member);
  const wanted = chosen ? topics.filter(({ id }) => chosen.includes(id)) : topics;
  const cover = { title: TO_TALK_ABOUT, name: "", span: dateInWords(todayIn(member.timezone)) };
  return printSheets({ kind: "sheets", cover, paper, small: true }, partsOf(wanted));
}

async function* partsOf(topics: readonly GatheredTopic[]): AsyncGenerator<BookPart[]> {
  const most = Math.max(FEWEST, Math.floor(LETTERS / Math.max(1, topics.length)));
  const budget = await Promise.resolve(budgetForEntry());
  yield [{ blocks: [{ style: "title", text: t("Before we speak"), lines: 4 }] }];
  yield topics.map(({ day, from, passage, text }) => ({
    blocks: [
      { style: "kind", text: [day, from, passage].filter(Boolean).join(" · ") },
      ...writtenBlocks(wordsUpTo(text, most), budget),
    ],
  }));
  yield [...BEFORE_SPEAKING, t("Afterwards")].map((text) => ({
    blocks: [{ style: "title", text, lines: 3 }],
  }));
}
