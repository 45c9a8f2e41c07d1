import { bookParts } from "~/domain/book/book-parts.server";
import type { BookWish } from "~/domain/book/choice";
import { addDays } from "~/domain/calendar/local-day";
import type { Member } from "~/domain/member/member";
import { printInThread } from "~/domain/print/print-in-thread.server";
import { load, told, watched } from "../../measure.mjs";
import { fill, someone, TODAY } from "./people";

const WISH = {
  from: addDays(TODAY, -4_000),
  to: TODAY,
  kinds: ["morning", "evening", "free"],
  favourites: false,
  tag: "",
  questions: true,
  passages: "reference",
  pictures: false,
  laidDown: false,
  title: "My journal",
  name: "",
  paper: "a5",
} satisfies Omit<BookWish, "format">;

async function print(member: Member, format: BookWish["format"]) {
  const kind = format === "epub" ? "epub" : "book";
  const cover = { title: WISH.title, name: "", span: "" };
  const task = { kind, cover, paper: WISH.paper, id: "bench", at: new Date() } as const;
  return watched(async () => {
    let bytes = 0;
    for await (const piece of printInThread(task, bookParts(member, { ...WISH, format })))
      bytes += piece.length;
    return bytes / 2 ** 20;
  });
}

/** What the book of a year and of ten years costs: its memory must not grow with it. */
export async function book(isShort: boolean): Promise<string> {
  const lines = [`book: ${load()}`];
  const counts = isShort ? [10, 40] : [365, 3_650];
  for (const [at, count] of counts.entries()) {
    const member = await someone(940 + at);
    await fill(member, { count, aDay: 1, words: 120 });
    for (const format of ["pdf", "epub"] as const) {
      const { result, seconds, megabytes } = await print(member, format);
      const what = `${format}, ${count.toLocaleString("en")} entries, ${result.toFixed(1)} MB`;
      lines.push(told(what, `${seconds.toFixed(1)} s, at most ${megabytes.toFixed(0)} MB of memory`));
    }
  }
  return lines.join("\n");
}
