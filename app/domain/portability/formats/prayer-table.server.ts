import { createHash } from "node:crypto";
import { isDay } from "~/domain/calendar/local-day";
import { INTENTION_LIMITS, toSingleLine } from "~/domain/journal/prayers/intention";
import { IntentionSchema } from "~/domain/portability/export-schema";
import type { ImportFormat, ReadContext, ReadResult } from "~/domain/portability/import-format";
import { parseWrittenMoment } from "~/domain/portability/reading/written-moment";
import { t } from "~/i18n/t";
import { parseCsv } from "~/platform/csv.server";

/** Known headers of each column, in lower case and with letters only: "Answered on" is "answeredon". */
const COLUMNS = {
  name: ["name", "person", "who", "intention", "prayer", "prayerfor", "prayerrequest"],
  line: ["line", "note", "notes", "request", "details", "description", "comment"],
  since: ["since", "date", "dateasked", "asked", "askedon", "started", "added", "created"],
  answered: ["answeredon", "answered", "dateanswered", "answeredat", "answerdate"],
};
type Column = keyof typeof COLUMNS;
const MAX_RECORD_CHARACTERS = 20_000;
/** Parses the header of a table; `head` is the beginning of the file. */
const headerOf = (head: string) =>
  parseCsv(tableIn(head).split("\n", 1)[0] ?? "", MAX_RECORD_CHARACTERS)?.[0] ?? [];
/** Removes the first line that names the delimiter to spreadsheets: "sep=;". */
const tableIn = (text: string) => text.replace(/^sep=[,;\t]\s*\n/i, "");
const columnOf = (name: string) =>
  (Object.keys(COLUMNS) as Column[]).find((column) =>
    COLUMNS[column].includes(name.toLowerCase().replace(/[^a-z]/g, "")),
  );

/** A table of prayers: a name, a line about it, and the day when it was answered. */
export const prayerTable: ImportFormat = {
  source: "prayers",
  endings: ["csv"],
  recognise: ({ head }) => {
    const columns = headerOf(head).map(columnOf);
    return columns.includes("name") && (columns.includes("line") || columns.includes("answered"));
  },
  *read(file, context) {
    const rows = parseCsv(tableIn(file.text ?? ""), MAX_RECORD_CHARACTERS);
    if (!rows) return yield { ok: false, why: t("it cannot be read") };
    const header = headerOf(file.head);
    for (const [number, row] of rows.entries())
      if (number > 0) yield toIntention(readRow(header, row), number + 1, context);
  },
};

/** The cells of a row by column. Unknown columns, and a second column of one kind, are appended to the line. */
function readRow(header: readonly string[], row: readonly string[]): Record<Column, string> {
  const cells: Record<Column, string> = { name: "", line: "", since: "", answered: "" };
  const others: string[] = [];
  for (const [at, name] of header.entries()) {
    const value = row[at] ?? "";
    const column = columnOf(name);
    if (column && !cells[column]) cells[column] = value;
    else if (value) others.push(`${name}: ${value}`);
  }
  return { ...cells, line: [cells.line, ...others].filter(Boolean).join("; ") };
}

const NOT_ANSWERED = /^(?:no|not yet|false|-|n\/a)$/i;
/** Matches an answer without a day. The prayer is then marked as answered on the day of the import. */
const ANSWERED = /^(?:yes|true|x|✓|✔|✅|answered)$/i;

function toIntention(cells: Record<Column, string>, row: number, context: ReadContext): ReadResult {
  const where = t("Line {row}", { row });
  const name = toSingleLine(cells.name);
  const line = toSingleLine(cells.line);
  const written = NOT_ANSWERED.test(cells.answered) ? "" : cells.answered;
  const dayOf = (text: string) => (isDay(text) ? text : parseWrittenMoment(text, context)?.forDate);
  const since = dayOf(cells.since);
  if (!name) return { ok: false, where, why: t("it has no name") };
  if (name.length > INTENTION_LIMITS.name || line.length > INTENTION_LIMITS.line)
    return { ok: false, where, why: t("its text is too long") };
  const answered = ANSWERED.test(written) ? context.today : dayOf(written);
  if ((written && !answered) || (cells.since && !since))
    return { ok: false, where, why: t("its date cannot be read") };
  if ([answered, since].some((day) => day && day > context.today))
    return { ok: false, where, why: t("its day has not come yet") };
  const { success, data } = IntentionSchema.safeParse({
    // The id is derived from the row, so that a second import adds nothing.
    id: createHash("sha256").update(`${name}\n${line}`).digest("base64url").slice(0, 22),
    name,
    line,
    rhythm: { kind: "turn" },
    state: answered ? "past" : "carried",
    since: since && since <= (answered ?? since) ? since : (answered ?? context.today),
    laidOn: answered ?? null,
    createdAt: context.now.toISOString(),
    updatedAt: context.now.toISOString(),
  });
  return success
    ? { beside: { intentions: [data] }, records: 1 }
    : { ok: false, where, why: t("it cannot be read") };
}
