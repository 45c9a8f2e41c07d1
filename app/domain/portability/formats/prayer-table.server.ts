import { createHash } from "node:crypto";
import { isDay } from "~/domain/calendar/local-day";
import { INTENTION_LIMITS, toSingleLine } from "~/domain/journal/prayers/intention";
import { IntentionSchema } from "~/domain/portability/export-schema";
import type { ReadContext } from "~/domain/portability/reading/read-context";
import { parseWrittenMoment } from "~/domain/portability/reading/written-moment";
import { t } from "~/i18n/t";
import { parseCsv } from "~/platform/csv.server";
import type { ImportFormat, ReadResult } from "./format";

/** Names of the columns, without spaces and signs: "Answered on" is "answeredon". */
const COLUMNS = {
  name: ["name", "person", "intention", "prayer", "prayerfor"],
  line: ["line", "note", "notes", "request", "details"],
  answered: ["answeredon", "answered", "dateanswered"],
};
const MAX_RECORD_CHARACTERS = 20_000;
/** The header is within the first characters of the file. */
const headerOf = (head: string) =>
  (parseCsv(head.split("\n", 1)[0] ?? "", MAX_RECORD_CHARACTERS)?.[0] ?? []).map((cell) =>
    cell.toLowerCase().replace(/[^a-z]/g, ""),
  );

/** A table of prayers: a name, a line about it, and the day when it was answered. */
export const prayerTable: ImportFormat = {
  source: "prayers",
  endings: ["csv"],
  recognise: ({ head }) => {
    const [first = "", ...others] = headerOf(head);
    return (
      COLUMNS.name.includes(first) &&
      others.some((name) => [...COLUMNS.line, ...COLUMNS.answered].includes(name))
    );
  },
  *read(file, context) {
    const rows = parseCsv(file.text ?? "", MAX_RECORD_CHARACTERS);
    if (!rows) return yield { ok: false, why: t("it cannot be read") };
    const header = headerOf(file.head);
    const at = (names: readonly string[]) => header.findIndex((name) => names.includes(name));
    const [line, answered] = [at(COLUMNS.line), at(COLUMNS.answered)];
    for (const [number, row] of rows.entries())
      if (number > 0)
        yield toIntention(row[0] ?? "", row[line] ?? "", row[answered] ?? "", number + 1, context);
  },
};

function toIntention(
  writtenName: string,
  writtenLine: string,
  written: string,
  row: number,
  context: ReadContext,
): ReadResult {
  const where = t("Line {row}", { row });
  const name = toSingleLine(writtenName);
  const line = toSingleLine(writtenLine);
  if (!name) return { ok: false, where, why: t("it has no name") };
  if (name.length > INTENTION_LIMITS.name || line.length > INTENTION_LIMITS.line)
    return { ok: false, where, why: t("its text is too long") };
  const answered = isDay(written) ? written : parseWrittenMoment(written, context)?.forDate;
  if (written && !answered) return { ok: false, where, why: t("its date cannot be read") };
  if (answered && answered > context.today) return { ok: false, where, why: t("its day has not come yet") };
  const { success, data } = IntentionSchema.safeParse({
    // The same row has the same id, so that a second import adds nothing.
    id: createHash("sha256").update(`${name}\n${line}`).digest("base64url").slice(0, 22),
    name,
    line,
    rhythm: { kind: "turn" },
    state: answered ? "past" : "carried",
    since: answered ?? context.today,
    laidOn: answered ?? null,
    createdAt: context.now.toISOString(),
    updatedAt: context.now.toISOString(),
  });
  return success
    ? { beside: { intentions: [data] }, records: 1 }
    : { ok: false, where, why: t("it cannot be read") };
}
