import { z } from "zod";
import {
  type ForeignResult,
  type ImportFormat,
  type ReadContext,
  lenient,
  textsWithin,
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
const Entry = z.object({
  date: z.string(),
  content: z.object({ sections: z.array(z.unknown()) }),
  media: lenient(z.array(z.object({ type: lenient(z.string()), file: z.string().max(500) }))),
});
const Journal = z.object({ records: z.tuple([Entry], z.unknown()) });

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
    for (const [at, record] of records.entries()) yield toEntry(record, at, file, context);
  },
};

function toEntry(value: unknown, at: number, file: SourceFile, context: ReadContext): ForeignResult {
  const { data } = Entry.safeParse(value);
  const moment = data && parseMoment(data.date, context);
  const where = `Entry ${at + 1}${moment ? `, ${moment.forDate}` : ""}`;
  if (!moment) return { ok: false, why: t("its date cannot be read"), where };
  const text = data.content.sections
    .flatMap((section) => Section.safeParse(section).data?.items ?? textsWithin(section))
    .map((item) => textOf(item))
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

function textOf(item: unknown): string {
  const { data } = Item.safeParse(item);
  const lines = textsWithin(data ? data.content.text : item);
  if (!data || lines.length === 0) return lines.join("\n\n");
  return `## ${questionOf(data.type)}\n\n${lines.map((line) => `- ${line}`).join("\n")}`;
}

function questionOf(type: string): string {
  const known = Object.hasOwn(QUESTIONS, type) ? QUESTIONS[type] : undefined;
  return known ?? type.charAt(0).toUpperCase() + type.slice(1).replace(/\s+/g, " ");
}
