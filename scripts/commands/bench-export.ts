import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { UserModel } from "#models/user.server";
import type { Member } from "~/domain/member/member";
import { exportJournal } from "~/domain/portability/export-journal.server";
import { EXPORT_FORMATS, type ExportFormat } from "~/domain/portability/formats";
import { fill, someone } from "./bench-people";
import { CommandError } from "./command-error";

const MEGABYTE = 1024 * 1024;
const SMALL = 1_000;

type Taken = { seconds: number; megabytes: number; peak: number };

/** Takes a whole export as a browser would, and watches what this process holds of the machine while it does. */
async function take(member: Member, format: ExportFormat): Promise<Taken> {
  collectGarbage();
  const before = process.memoryUsage().rss;
  const started = performance.now();
  let [bytes, peak, chunks] = [0, before, 0];
  for await (const chunk of (await exportJournal(member, format)).body) {
    bytes += chunk.byteLength;
    if (chunks++ % 8 === 0) peak = Math.max(peak, process.memoryUsage().rss);
  }
  peak = Math.max(peak, process.memoryUsage().rss);
  const seconds = (performance.now() - started) / 1000;
  return { seconds, megabytes: bytes / MEGABYTE, peak: (peak - before) / MEGABYTE };
}

/** So that what one export left behind is not counted with the next. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

/** `npm run bench`: what an export costs as the journal grows. Needs a separate, empty database. */
export async function benchExport([entries = "100000"]: string[]): Promise<string> {
  const count = Number(entries);
  if (!Number.isInteger(count) || count < 1) throw new CommandError("How many entries, as a whole number?");
  if ((await UserModel.countDocuments()) > 0)
    throw new CommandError("This needs an empty database: it writes a large journal.");
  const [small, large] = [await someone(901), await someone(902)];
  await fill(small, { count: SMALL, aDay: 2, words: 60 });
  await fill(large, { count, aDay: 10, words: 60 });
  // What is made once for all is not the first one's cost.
  for (const format of EXPORT_FORMATS) await take(small, format);
  const lines: string[] = [];
  for (const format of EXPORT_FORMATS)
    for (const [member, of] of [
      [small, SMALL],
      [large, count],
    ] as const) {
      const { seconds, megabytes, peak } = await take(member, format);
      lines.push(
        `${format.padEnd(10)} ${of.toLocaleString("en").padStart(8)} entries ${megabytes.toFixed(1).padStart(7)} MB ` +
          `${seconds.toFixed(1).padStart(6)} s ${Math.round(of / seconds)
            .toLocaleString("en")
            .padStart(7)} entries/s, ` +
          `memory at most ${peak.toFixed(0).padStart(4)} MB above before`,
      );
    }
  return ["exports", ...lines].join("\n");
}
