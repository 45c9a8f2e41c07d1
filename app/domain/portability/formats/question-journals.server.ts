import { z } from "zod";
import {
  lenient,
  textsWithin,
  type ForeignResult,
  type ImportFormat,
  type ReadContext,
} from "~/domain/portability/import-format";
import { isImage, mediaKind } from "~/domain/portability/reading/archive-files";
import { parseMoment } from "~/domain/portability/reading/days";
import { toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { t } from "~/i18n/t";

const Item = z.object({
  type: z.string().max(200),
  content: z.object({ text: z.union([z.array(z.unknown()), z.string().transform((text) => [text])]) }),
});
const Section = z.object({ type: z.string().max(200), items: z.array(z.unknown()) });
const RecordEntry = z.object({
  date: z.string(),
  content: z.object({ sections: z.array(z.unknown()) }),
  media: lenient(z.array(z.object({ type: lenient(z.string()), file: z.string().max(500) }))),
});
const Journal = z.object({ records: z.tuple([RecordEntry], z.unknown()) });

/** The questions are not in the file, only their keys. */
const QUESTIONS: Record<string, string> = {
  gratitude: t("I am grateful for"),
  greatness: t("What will I do to make today great?"),
  affirmation: t("Daily affirmations"),
  amazingness: t("Amazing things that happened today"),
  improvements: t("How could I have made today even better?"),
};

/** The JSON of the app, as https://github.com/KGrzeg/5-minute-journal-to-obsidian reads it. */
export const fiveMinuteJournal: ImportFormat = {
  source: "five-minute-journal",
  endings: ["json"],
  recognise: (file) => Journal.safeParse(file.json).success,
  read: function* (file, context) {
    const records = Journal.safeParse(file.json).data?.records ?? [];
    for (const [at, record] of records.entries()) yield toFiveMinuteEntry(record, at, file, context);
  },
};

function toFiveMinuteEntry(
  value: unknown,
  at: number,
  file: SourceFile,
  context: ReadContext,
): ForeignResult {
  const { data } = RecordEntry.safeParse(value);
  const moment = data && parseMoment(data.date, context);
  const where = `Entry ${at + 1}${moment ? `, ${moment.forDate}` : ""}`;
  if (!moment) return { ok: false, why: t("its date cannot be read"), where };
  const text = data.content.sections
    .flatMap((section) => Section.safeParse(section).data?.items ?? textsWithin(section))
    .map((item) => formatItem(item))
    .filter(Boolean)
    .join("\n\n");
  const media = (data.media ?? []).map(({ file: name }) => name);
  const page = {
    ...moment,
    text,
    pictures: media.filter((name) => isImage(name)),
    left: { videos: media.filter((name) => mediaKind(name) === "videos").length },
  };
  return { ...toForeignEntry(page, file, context), where };
}

function formatItem(item: unknown): string {
  const { data } = Item.safeParse(item);
  const lines = textsWithin(data ? data.content.text : item);
  if (!data || lines.length === 0) return lines.join("\n\n");
  return `## ${questionOf(data.type)}\n\n${lines.map((line) => `- ${line}`).join("\n")}`;
}

function questionOf(type: string): string {
  const known = Object.hasOwn(QUESTIONS, type) ? QUESTIONS[type] : undefined;
  return known ?? type.charAt(0).toUpperCase() + type.slice(1).replace(/\s+/g, " ");
}

const Grid = z.object({ question: z.string(), answer: z.string() });
const GridEntry = z.object({ date: z.string(), type: z.string().optional(), grids: z.array(z.unknown()) });
const Diary = z.object({ version: z.string(), entries: z.tuple([GridEntry], z.unknown()) });

export const gridDiary: ImportFormat = {
  source: "grid-diary",
  endings: ["json"],
  recognise: (file) => Diary.safeParse(file.json).success,
  read: function* (file, context) {
    const entries = Diary.safeParse(file.json).data?.entries ?? [];
    for (const [at, entry] of entries.entries()) yield toGridEntry(entry, at, file, context);
  },
};

function toGridEntry(value: unknown, at: number, file: SourceFile, context: ReadContext): ForeignResult {
  const { data } = GridEntry.safeParse(value);
  const moment = data && parseMoment(data.date, context);
  const where = `Entry ${at + 1}${moment ? `, ${moment.forDate}` : ""}`;
  if (!moment) return { ok: false, why: t("its date cannot be read"), where };
  const text = data.grids
    .map((grid) => formatGrid(grid))
    .filter(Boolean)
    .join("\n\n");
  return { ...toForeignEntry({ ...moment, text }, file, context), where };
}

function formatGrid(grid: unknown): string {
  const { data } = Grid.safeParse(grid);
  if (!data) return textsWithin(grid).join("\n\n");
  const { question, answer } = data;
  return answer.trim() && `## ${question.replace(/\s+/g, " ").trim()}\n\n${answer.trim()}`;
}
