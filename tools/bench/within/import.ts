import { JournalEntryModel } from "#models/journal-entry.server";
import { uploadJournal } from "#tests/support/upload-journal";
import { addDays } from "~/domain/calendar/local-day";
import { runImport } from "~/domain/portability/run-import.server";
import { load, told, watched } from "../../measure.mjs";
import { someone, TODAY } from "./people";

/** Text that does not pack to nothing. */
const words = (at: number) =>
  Array.from({ length: 60 }, (_, nth) => ((at * 7_919 + nth * 104_729) % 99_991).toString(36)).join(" ");

function fileOf(count: number): Buffer {
  const entries = Array.from({ length: count }, (_, at) => {
    const forDate = addDays(TODAY, -Math.floor(at / 3));
    const times = { createdAt: `${forDate}T10:00:00Z`, updatedAt: `${forDate}T10:00:00Z` };
    return { id: `bench-${count}-${at}`, kind: "free", slot: "none", forDate, ...times, body: words(at) };
  });
  return Buffer.from(JSON.stringify({ schema: "still-and-know/journal", version: 1, entries }));
}

/** What moving in with a life takes: looking at the file, and bringing it. */
export async function imports(isShort: boolean): Promise<string> {
  const lines = [`import: ${load()}`];
  for (const [at, count] of (isShort ? [100, 300] : [2_500, 25_000]).entries()) {
    const member = await someone(950 + at);
    const file = fileOf(count);
    const looked = await watched(() => uploadJournal(member, "journal.json", file));
    const { result } = looked;
    if (!result.ok) throw new Error(result.code);
    const brought = await watched(async () => {
      while ((await runImport(member, result.id, { withSettings: false })) === "more");
      return JournalEntryModel.countDocuments({ userId: member.id });
    });
    const what = `${count.toLocaleString("en")} entries, ${(file.length / 2 ** 20).toFixed(1)} MB`;
    for (const [name, { seconds, megabytes }] of Object.entries({ looked, brought }))
      lines.push(
        told(`${what}, ${name}`, `${seconds.toFixed(1)} s, at most ${megabytes.toFixed(0)} MB of memory`),
      );
    if (brought.result !== count) throw new Error(`Of ${count} entries, ${brought.result} came.`);
  }
  return lines.join("\n");
}
