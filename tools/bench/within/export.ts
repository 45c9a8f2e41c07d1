import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Member } from "~/domain/member/member";
import { exportJournal } from "~/domain/portability/export-journal.server";
import { EXPORT_FORMATS, type ExportFormat } from "~/domain/portability/formats";
import { load, told, watched } from "../../measure.mjs";
import { fill, someone } from "./people";

/** Takes a whole export as a browser would. */
async function take(member: Member, format: ExportFormat) {
  collectGarbage();
  return watched(async () => {
    let bytes = 0;
    for await (const chunk of (await exportJournal(member, format)).body) bytes += chunk.byteLength;
    return bytes / 2 ** 20;
  });
}

/** So that what one export left behind is not counted with the next. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

/** What an export costs as the journal grows: its memory must not grow with it. */
export async function exports(isShort: boolean): Promise<string> {
  const [few, many] = isShort ? [100, 500] : [1_000, 100_000];
  const [small, large] = [await someone(901), await someone(902)];
  await fill(small, { count: few, aDay: 2, words: 60 });
  await fill(large, { count: many, aDay: 10, words: 60 });
  const lines = [`exports: ${load()}`];
  for (const format of EXPORT_FORMATS) {
    // What is made once for all is not the first one's cost.
    await take(small, format);
    for (const [member, of] of [[small, few] as const, [large, many] as const]) {
      const { result, seconds, megabytes } = await take(member, format);
      lines.push(
        told(
          `${format}, ${of.toLocaleString("en")} entries, ${result.toFixed(1)} MB`,
          `${Math.round(of / seconds)} entries a second, at most ${megabytes.toFixed(0)} MB of memory`,
        ),
      );
    }
  }
  return lines.join("\n");
}
