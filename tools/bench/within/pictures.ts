import { JournalEntryModel } from "#models/journal-entry.server";
import { addDays } from "~/domain/calendar/local-day";
import { NO_CONTENT } from "~/domain/journal/entries/content";
import { listHistory } from "~/domain/journal/history/list-history.server";
import type { Picture } from "~/domain/journal/pictures/picture";
import { keepPicture } from "~/domain/journal/pictures/pictures.server";
import type { Member } from "~/domain/member/member";
import { inTurn, load, show, told } from "../../measure.mjs";
import { fill, insert, sealedEntry, someone, TODAY } from "./people";

const DECODED = {
  large: Buffer.alloc(1_500_000, 7),
  small: Buffer.alloc(30_000, 7),
  width: 2400,
  height: 1800,
};

/** Entries with six pictures each, besides those that are there. */
async function fillWithPictures(member: Member, count: number): Promise<void> {
  const all: Picture[][] = [];
  for (let at = 0; at < count; at++) {
    const own: Picture[] = [];
    for (let nth = 0; nth < 6; nth++) {
      const id = `bench${member.id}x${at}x${nth}`.padEnd(22, "_");
      own.push(await keepPicture(member, { id, holder: `pictured-${member.id}-${at}` }, DECODED));
    }
    all.push(own);
  }
  const record = (at: number) => ({
    ...sealedEntry(
      member,
      {
        _id: `pictured-${member.id}-${at}`,
        userId: member.id,
        forDate: addDays(TODAY, -at),
        createdAt: new Date(),
      },
      { ...NO_CONTENT, body: "By the lake", pictures: all[at] ?? [] },
    ),
    pictures: (all[at] ?? []).map(({ id }) => id),
  });
  await insert(JournalEntryModel, count, record, { batch: 100 });
}

/** What two thousand pictures change for a list in which few of them are seen. */
export async function pictures(isShort: boolean): Promise<string> {
  const [without, having] = [await someone(931), await someone(932)];
  for (const member of [without, having]) await fill(member, { count: 400, aDay: 1, words: 60 });
  await fillWithPictures(having, isShort ? 4 : 334);
  const times = await inTurn({
    "history, no picture": () => listHistory(without),
    "history, 2,000 pictures": () => listHistory(having),
    "history, those with pictures": () => listHistory(having, { pictures: true }),
  });
  return [
    `pictures: ${load()}`,
    ...Object.entries(times).map(([name, spread]) => told(`${name}, ms`, show(spread))),
  ].join("\n");
}
