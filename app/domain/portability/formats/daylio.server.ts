import { parse } from "csv-parse/sync";
import { z } from "zod";
import { isDay } from "~/domain/calendar/local-day";
import { IMPORT_LIMITS } from "~/domain/portability/data-texts";
import { momentOn } from "~/domain/portability/reading/days";
import { toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import { htmlToMarkdown } from "~/domain/portability/reading/html.server";
import type { ForeignResult, ReadContext } from "~/domain/portability/reading/read-context";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { parseWrittenMoment } from "~/domain/portability/reading/written-moment";
import { t } from "~/i18n/t";
import { parseBoundedJson } from "~/platform/untrusted-text";
import { lenient } from "./fields";
import type { ImportFormat } from "./format";

const isTable = ({ head }: SourceFile) => /^"?full_date"?[,;\t].*\bmood\b/.test(head);

/**
 * The table that Daylio exports, and its backup: a zip with `backup.daylio`, which is JSON in Base64, as
 * https://github.com/Guekka/DaylioBackupTools and https://github.com/mbafford/daylio-markdown-export describe it.
 */
export const daylio: ImportFormat = {
  source: "daylio",
  name: "Daylio",
  exportSteps: [
    t(
      "With pictures: More, Backup & Restore, Advanced Options, Export. The name of the file ends in .daylio.",
    ),
    t("Without pictures: More, Export Entries, CSV (table)."),
  ],
  stays: t(
    "A day with a mood and without words is listed and not imported. Recordings and goals are not imported.",
  ),
  endings: ["daylio", "csv"],
  recognise: (file) => isTable(file) || isBackup(file),
  read: (file, context) => (isTable(file) ? readTable(file, context) : readBackup(file, context)),
};

type Row = { mood: string; activities: readonly string[]; title: string; note: string; extra?: string };

/** Notes are HTML, and older ones plain text. */
const toText = (note: string) =>
  htmlToMarkdown(note.replace(/\n/g, "<br>").replace(/(?:<br *\/?>){2,}/gi, "<p>")).text;

/** Words of a row; a row without a note has those of its activities. */
function wordsOf({ title, note, activities, extra = "" }: Row): string {
  const words = [toText(note), extra].filter(Boolean).join("\n\n");
  return words || title ? words : activities.join(", ");
}

const NO_WORDS = t("it has a mood and no words");

function* readTable(file: SourceFile, context: ReadContext): Generator<ForeignResult> {
  for (const [at, row] of rowsOf(file.text ?? "").entries()) {
    const {
      full_date = "",
      time = "",
      mood = "",
      activities = "",
      note_title = "",
      note = "",
      scales,
    } = row ?? {};
    const where = `${t("Row {row}", { row: at + 2 })}${full_date && `, ${full_date.slice(0, 20)}`}`;
    const moment =
      parseWrittenMoment(`${full_date} ${time}`, context) ?? parseWrittenMoment(full_date, context);
    const list = activities.split("|").map((name) => name.trim());
    const words = wordsOf({ mood, title: note_title, note, activities: list.filter(Boolean), extra: scales });
    if (!row) yield { ok: false, why: t("the table is damaged from here on"), where };
    else if (!moment) yield { ok: false, why: t("its date cannot be read"), where };
    else if (!words && !note_title.trim()) yield { ok: false, why: NO_WORDS, where };
    else
      yield {
        ...toForeignEntry({ ...moment, title: note_title, text: words, tags: list, mood }, file, context),
        where,
      };
  }
}

type Columns = Partial<Record<string, string>>;

/** Rows by the names of their columns; undefined for a damaged row, which is the last. */
function rowsOf(text: string): (Columns | undefined)[] {
  const rows: (Columns | undefined)[] = [];
  const [header = ""] = text.split("\n", 1);
  const delimiter = ["\t", ";"].find((sign) => header.includes(sign)) ?? ",";
  try {
    parse(text, {
      delimiter,
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: 500_000,
      to: IMPORT_LIMITS.entries + 1,
      on_record: (row: Columns) => void rows.push(row),
    });
  } catch {
    rows.push(undefined);
  }
  return rows;
}

const id = z.number();
const Backup = z.object({
  dayEntries: z.array(z.unknown()),
  customMoods: lenient(
    z.array(z.object({ id, custom_name: lenient(z.string()), predefined_name_id: lenient(z.number()) })),
  ),
  tags: lenient(z.array(z.object({ id, name: z.string() }))),
  assets: lenient(z.array(z.object({ id, checksum: z.string().max(200), type: lenient(z.number()) }))),
});
const DayEntry = z.object({
  year: z.number().int(),
  month: z.number().int(),
  day: z.number().int(),
  hour: lenient(z.number().int()),
  minute: lenient(z.number().int()),
  datetime: lenient(z.number()),
  mood: lenient(z.number()),
  note: lenient(z.string()),
  note_title: lenient(z.string()),
  tags: lenient(z.array(z.number())),
  assets: lenient(z.array(z.number())),
});

/** Names of the moods that are not custom, by their number. */
const MOODS = ["", "rad", "good", "meh", "bad", "awful"];
/** Kind of a recording among the assets; pictures are 1. */
const RECORDING = 2;

function isBackup({ name, head }: SourceFile): boolean {
  return (
    /\.daylio$/i.test(name) && Buffer.from(head.slice(0, 40), "base64").toString().trimStart().startsWith("{")
  );
}

async function* readBackup(file: SourceFile, context: ReadContext): AsyncGenerator<ForeignResult> {
  const backup = Backup.safeParse(parseBase64(file.text ?? "")).data;
  if (!backup) {
    yield { ok: false, why: t("it is damaged") };
    return;
  }
  const tagNames = new Map((backup.tags ?? []).map((tag) => [tag.id, tag.name]));
  const moods = new Map(MOODS.map((name, number) => [number, name]));
  for (const { id: mood, custom_name, predefined_name_id = 0 } of backup.customMoods ?? [])
    moods.set(mood, custom_name || (MOODS[predefined_name_id] ?? ""));
  const assets = new Map((backup.assets ?? []).map((asset) => [asset.id, asset]));
  for (const [at, raw] of backup.dayEntries.entries()) {
    const entry = DayEntry.safeParse(raw).data;
    if (!entry) {
      yield { ok: false, why: t("it cannot be read"), where: `Entry ${at + 1}` };
      continue;
    }
    const { year, month, day, hour = 12, minute = 0, datetime, mood = 0, note_title: title = "" } = entry;
    // Months count from 0.
    const [mm, dd, hh, min] = [month + 1, day, hour, minute].map((number) => String(number).padStart(2, "0"));
    const forDate = `${year}-${mm}-${dd}`;
    const where = `Entry ${at + 1}${isDay(forDate) ? `, ${forDate}` : ""}`;
    const moment = momentOn(forDate, context, `${hh}:${min}`);
    const createdAt = new Date(datetime ?? NaN);
    const activities = (entry.tags ?? []).map((tag) => tagNames.get(tag) ?? "").filter(Boolean);
    const media = (entry.assets ?? []).flatMap((asset) => assets.get(asset) ?? []);
    const recordings = media.filter(({ type }) => type === RECORDING).length;
    const pictures = await Promise.all(
      media.filter(({ type }) => type !== RECORDING).map(({ checksum }) => addAsset(checksum, context)),
    );
    const row = { mood: moods.get(mood) ?? "", activities, title, note: entry.note ?? "" };
    const text = wordsOf(row);
    if (!moment) yield { ok: false, why: t("its date cannot be read"), where };
    else if (!text && !title.trim() && pictures.length === 0) yield { ok: false, why: NO_WORDS, where };
    else {
      const page = {
        ...moment,
        ...(!Number.isNaN(createdAt.getTime()) && { createdAt }),
        title,
        text,
        tags: activities,
        mood: row.mood,
        pictures,
        left: { recordings },
      };
      yield { ...toForeignEntry(page, file, context), where };
    }
  }
}

function parseBase64(text: string): unknown {
  try {
    return parseBoundedJson(Buffer.from(text, "base64").toString(), IMPORT_LIMITS.json);
  } catch {
    return undefined;
  }
}

/** Bytes of pictures without an ending, which are held in memory. */
const MAX_ASSET_BYTES = 40 * 1024 * 1024;

/** Adds a picture, whose file is named by its checksum and has no ending: "assets/photos/2023/9/f64aec…". */
async function addAsset(checksum: string, { archive, addPicture }: ReadContext): Promise<string> {
  const assets = archive.once("daylio assets", () => ({
    byChecksum: new Map(archive.names.map((name) => [name.split("/").at(-1), name])),
    references: new Map<string, string>(),
    bytes: 0,
  }));
  const name = assets.byChecksum.get(checksum);
  if (name === undefined || assets.bytes > MAX_ASSET_BYTES) return checksum;
  let reference = assets.references.get(checksum);
  if (reference === undefined) {
    const bytes = await archive.readBytes(name);
    assets.bytes += bytes?.length ?? 0;
    reference = (bytes && addPicture(bytes)) ?? checksum;
    assets.references.set(checksum, reference);
  }
  return reference;
}
