import { z } from "zod";
import { IMPORT_LIMITS } from "~/domain/portability/data-texts";
import {
  lenient,
  type ForeignResult,
  type ImportFormat,
  type ReadContext,
} from "~/domain/portability/import-format";
import { momentOn } from "~/domain/portability/reading/days";
import { toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import { htmlToMarkdown } from "~/domain/portability/reading/html.server";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { parseWrittenMoment } from "~/domain/portability/reading/written-moment";
import { t } from "~/i18n/t";
import { parseCsv } from "~/platform/csv.server";
import { parseBoundedJson } from "~/platform/untrusted-text";

const isTable = ({ head }: SourceFile) => /^"?full_date"?[,;\t].*\bmood\b/.test(head);

/**
 * The table that Daylio exports, and its backup: a zip with `backup.daylio`, which is JSON in Base64, as
 * https://github.com/Guekka/DaylioBackupTools and https://github.com/mbafford/daylio-markdown-export describe it.
 */
export const daylio: ImportFormat = {
  source: "daylio",
  endings: ["daylio", "csv"],
  recognise: (file) => isTable(file) || isBackup(file),
  read: (file, context) => (isTable(file) ? readTable(file, context) : readBackup(file, context)),
};

type Row = { activities: readonly string[]; title: string; note: string; extra?: string };

/** Converts a note, which is HTML or, in older versions, plain text, to Markdown. */
const toText = (note: string) =>
  htmlToMarkdown(note.replace(/\n/g, "<br>").replace(/(?:<br *\/?>){2,}/gi, "<p>")).text;

/** The text of an entry; its activities if it has neither text nor title. */
function wordsOf({ title, note, activities, extra = "" }: Row): string {
  const words = [toText(note), extra].filter(Boolean).join("\n\n");
  return words || title ? words : activities.join(", ");
}

const NO_WORDS = t("it has neither a mood nor words");

const MAX_ROW_CHARACTERS = 500_000;

function* readTable(file: SourceFile, context: ReadContext): Generator<ForeignResult> {
  const [header, ...rows] = parseCsv(file.text ?? "", MAX_ROW_CHARACTERS) ?? [];
  if (!header) yield { ok: false, why: t("it is damaged") };
  const columns = new Map(header?.map((name, column) => [name.toLowerCase(), column]));
  for (const [at, row] of rows.entries()) {
    const valueOf = (name: string) => row[columns.get(name) ?? -1] ?? "";
    const [day, title, mood] = [valueOf("full_date"), valueOf("note_title"), valueOf("mood")];
    const where = `${t("Row {row}", { row: at + 2 })}${day && `, ${day.slice(0, 20)}`}`;
    const moment =
      parseWrittenMoment(`${day} ${valueOf("time")}`, context) ?? parseWrittenMoment(day, context);
    const activities = valueOf("activities")
      .split("|")
      .map((name) => name.trim())
      .filter(Boolean);
    const text = wordsOf({ title, note: valueOf("note"), activities, extra: valueOf("scales") });
    if (!moment) yield { ok: false, why: t("its date cannot be read"), where };
    else if (!text && !title && !mood) yield { ok: false, why: NO_WORDS, where };
    else
      yield { ...toForeignEntry({ ...moment, title, text, tags: activities, mood }, file, context), where };
  }
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

/** Names of the predefined moods, by their number. */
const MOODS = ["", "rad", "good", "meh", "bad", "awful"];
/** Type of a recording among the assets; the type of a picture is 1. */
const RECORDING = 2;

function isBackup({ name, head }: SourceFile): boolean {
  return (
    /\.daylio$/i.test(name) && Buffer.from(head.slice(0, 40), "base64").toString().trimStart().startsWith("{")
  );
}

function* readBackup(file: SourceFile, context: ReadContext): Generator<ForeignResult> {
  const backup = Backup.safeParse(parseBase64(file.text ?? "")).data;
  if (!backup) {
    yield { ok: false, why: t("it is damaged") };
    return;
  }
  const tags = new Map((backup.tags ?? []).map(({ id: tag, name }) => [tag, name]));
  const assets = new Map((backup.assets ?? []).map((asset) => [asset.id, asset]));
  const moods = new Map(MOODS.map((name, number) => [number, name]));
  for (const { id: mood, custom_name, predefined_name_id = 0 } of backup.customMoods ?? [])
    moods.set(mood, custom_name || (MOODS[predefined_name_id] ?? ""));
  for (const [at, raw] of backup.dayEntries.entries()) {
    const page = parseEntry(raw, { tags, assets, moods }, context);
    const where = `Entry ${at + 1}${page ? `, ${page.forDate}` : ""}`;
    if (!page) yield { ok: false, why: t("its date cannot be read"), where };
    else if (!page.text && !page.title.trim() && !page.mood && page.pictures.length === 0)
      yield { ok: false, why: NO_WORDS, where };
    else yield { ...toForeignEntry(page, file, context), where };
  }
}

type Tables = {
  tags: ReadonlyMap<number, string>;
  moods: ReadonlyMap<number, string>;
  assets: ReadonlyMap<number, { checksum: string; type?: number }>;
};

function parseEntry(raw: unknown, tables: Tables, context: ReadContext) {
  const { data } = DayEntry.safeParse(raw);
  if (!data) return undefined;
  const { year, month, day, hour = 12, minute = 0, datetime, note = "", note_title: title = "" } = data;
  // The months of a backup count from 0.
  const [mm, dd, hh, min] = [month + 1, day, hour, minute].map((number) => String(number).padStart(2, "0"));
  const moment = momentOn(`${year}-${mm}-${dd}`, context, `${hh}:${min}`);
  if (!moment) return undefined;
  const createdAt = new Date(datetime ?? NaN);
  const activities = (data.tags ?? []).flatMap((tag) => tables.tags.get(tag) ?? []);
  const media = (data.assets ?? []).flatMap((asset) => tables.assets.get(asset) ?? []);
  const pictures = media.filter(({ type }) => type !== RECORDING);
  return {
    ...moment,
    ...(!Number.isNaN(createdAt.getTime()) && { createdAt }),
    title,
    text: wordsOf({ title, note, activities }),
    tags: activities,
    mood: tables.moods.get(data.mood ?? 0) ?? "",
    pictures: pictures.map(({ checksum }) => assetPath(checksum, context)),
    left: { recordings: media.length - pictures.length },
  };
}

function parseBase64(text: string): unknown {
  try {
    return parseBoundedJson(Buffer.from(text, "base64").toString(), IMPORT_LIMITS.json);
  } catch {
    return undefined;
  }
}

/** The path of the picture with this checksum, which is its file name: "assets/photos/2023/9/f64aec…". */
function assetPath(checksum: string, { archive }: ReadContext): string {
  const byChecksum = archive.once(
    "daylio assets",
    () => new Map(archive.names.map((name) => [name.slice(name.lastIndexOf("/") + 1), name])),
  );
  return byChecksum.get(checksum) ?? checksum;
}
