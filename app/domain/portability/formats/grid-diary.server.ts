import { z } from "zod";
import {
  type ForeignResult,
  type ImportFormat,
  type ReadContext,
  textsWithin,
} from "~/domain/portability/import-format";
import { parseMoment } from "~/domain/portability/reading/days";
import { toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { t } from "~/i18n/t";

const Grid = z.object({ question: z.string(), answer: z.string() });
const Entry = z.object({ date: z.string(), type: z.string().optional(), grids: z.array(z.unknown()) });
const Diary = z.object({ version: z.string(), entries: z.tuple([Entry], z.unknown()) });

export const gridDiary: ImportFormat = {
  source: "grid-diary",
  endings: ["json"],
  recognise: (file) => Diary.safeParse(file.json).success,
  read: function* (file, context) {
    const entries = Diary.safeParse(file.json).data?.entries ?? [];
    for (const [at, entry] of entries.entries()) yield toEntry(entry, at, file, context);
  },
};

function toEntry(value: unknown, at: number, file: SourceFile, context: ReadContext): ForeignResult {
  const { data } = Entry.safeParse(value);
  const moment = data && parseMoment(data.date, context);
  const where = `Entry ${at + 1}${moment ? `, ${moment.forDate}` : ""}`;
  if (!moment) return { ok: false, why: t("its date cannot be read"), where };
  const text = data.grids
    .map((grid) => textOf(grid))
    .filter(Boolean)
    .join("\n\n");
  return { ...toForeignEntry({ ...moment, text }, file, context), where };
}

function textOf(grid: unknown): string {
  const { data } = Grid.safeParse(grid);
  if (!data) return textsWithin(grid).join("\n\n");
  const { question, answer } = data;
  return answer.trim() && `## ${question.replace(/\s+/g, " ").trim()}\n\n${answer.trim()}`;
}
