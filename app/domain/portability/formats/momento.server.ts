import type { ForeignResult, ImportFormat, ReadContext } from "~/domain/portability/import-format";
import { isImage, mediaKind } from "~/domain/portability/reading/archive-files";
import { linesOf } from "~/domain/portability/reading/day-sections";
import { toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { parseWrittenMoment } from "~/domain/portability/reading/written-moment";
import { t } from "~/i18n/t";

/** The start of an export: a day, which may be underlined, and the time of its first moment. */
const HEAD = /^\s*([^\n]{8,60})\n(?:=+[ \t]*\n)?\s*\d{1,2}:\d{2}(?: ?[AaPp][Mm])?[ \t]*\n/;
const TIME = /^\d{1,2}:\d{2}(?: ?[AaPp][Mm])?$/;
const UNDERLINE = /^=+$/;
/** A field below the text of a moment. */
const FIELD = /^(At|Places?|Tags|Media|With|People|Events|Feed|URL|Mentioned): (.*)$/;

/**
 * The text export of Momento, in one file or in a file for each day, month or year, as
 * https://github.com/dmk2014/momento2dayone and https://github.com/clarelgibson/momento-to-day-one read it.
 */
export const momento: ImportFormat = {
  source: "momento",
  endings: ["txt"],
  recognise: ({ head }) => Boolean(parseWrittenMoment(HEAD.exec(head)?.[1] ?? "", { timezone: "UTC" })),
  read: function* (file, context) {
    let day = "";
    let time = "";
    let lines: string[] = [];
    let isAfterBlank = true;
    const finish = function* (): Generator<ForeignResult> {
      if (day && lines.some((line) => line.trim())) yield toEntry({ day, time, lines }, file, context);
      lines = [];
    };
    for (const { line } of linesOf(file.text ?? "")) {
      const text = line.trim();
      if (isAfterBlank && text && isDay(text, context)) {
        yield* finish();
        [day, time] = [text, ""];
      } else if (day && TIME.test(text) && (isAfterBlank || !time)) {
        yield* finish();
        time = text;
      } else if (!(UNDERLINE.test(text) && !time)) lines.push(text && line);
      isAfterBlank = !text;
    }
    yield* finish();
  },
};

const isDay = (text: string, context: ReadContext) =>
  !text.includes(":") && Boolean(parseWrittenMoment(text, context));

type Moment = { day: string; time: string; lines: string[] };

function toEntry({ day, time, lines }: Moment, file: SourceFile, context: ReadContext): ForeignResult {
  const moment = parseWrittenMoment(`${day} ${time}`.trim(), context);
  if (!moment) return { ok: false, why: t("its date cannot be read"), where: `${file.name}, ${day}` };
  const end = lines.findLastIndex((line) => line.trim() && !FIELD.test(line)) + 1;
  const fields = lines.slice(end).flatMap((line) => {
    const [, name = "", value = ""] = FIELD.exec(line) ?? [];
    return name ? [{ name, value: value.trim() }] : [];
  });
  const valuesOf = (names: RegExp) => fields.filter(({ name }) => names.test(name)).map(({ value }) => value);
  const media = valuesOf(/^Media$/);
  const places = valuesOf(/^(?:At|Places?)$/);
  const words = fields.filter(({ name }) => !/^(?:At|Places?|Tags|Media)$/.test(name));
  const text = [
    lines.slice(0, end).join("\n").trim(),
    words.map(({ name, value }) => `${name}: ${value}`).join("\n"),
  ];
  const page = {
    ...moment,
    text: text.filter(Boolean).join("\n\n"),
    tags: valuesOf(/^Tags$/).flatMap((list) => list.split(", ")),
    pictures: media.filter((name) => isImage(name)),
    details: { place: places },
    left: {
      places: places.length,
      videos: media.filter((name) => mediaKind(name) === "videos").length,
      recordings: media.filter((name) => mediaKind(name) === "recordings").length,
    },
  };
  return { ...toForeignEntry(page, file, context), where: `${file.name}, ${moment.forDate}` };
}
