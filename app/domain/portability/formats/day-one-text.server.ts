import type { ForeignResult, ImportFormat, ReadContext } from "~/domain/portability/import-format";
import { toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { parseWrittenMoment } from "~/domain/portability/reading/written-moment";

const FIRST = /^\s*?[ \t]+Date:[ \t]+(.+)/;

/**
 * Plain text and Markdown of Day One: above each entry indented lines "Date:", "Weather:", "Location:", "Tags:" and
 * "Photo:", as https://dayoneapp.com/guides/settings/importing-data-to-day-one/ describes them. Diarly writes the same format.
 */
export const dayOneText: ImportFormat = {
  source: "dayone-text",
  endings: ["txt", "md"],
  recognise: ({ head }) => {
    const [, date = ""] = FIRST.exec(head) ?? [];
    return Boolean(parseWrittenMoment(date.trim(), { timezone: "UTC" }));
  },
  read: function* (file, context) {
    const starts = [...(file.text ?? "").matchAll(/^[ \t]+Date:[ \t]+(.+)$/gm)].flatMap(
      ({ index, 0: line, 1: date = "" }) => {
        const moment = parseWrittenMoment(date.trim(), context);
        return moment ? [{ moment, index, end: index + line.length + 1 }] : [];
      },
    );
    for (const [at, { moment, end }] of starts.entries()) {
      const source = (file.text ?? "").slice(end, starts[at + 1]?.index);
      yield { ...toEntry(source, moment, file, context), where: `${file.name}, ${moment.forDate}` };
    }
  },
};

type Moment = NonNullable<ReturnType<typeof parseWrittenMoment>>;

function toEntry(source: string, moment: Moment, file: SourceFile, context: ReadContext): ForeignResult {
  const [header = ""] = /^(?:[ \t]+[A-Z][A-Za-z ]{0,30}:[ \t].*(?:\n|$))*/.exec(source) ?? [];
  const fields = new Map<string, string>();
  for (const [, name = "", value = ""] of header.matchAll(/^[ \t]+([A-Z][A-Za-z ]{0,30}):[ \t]+(.*)$/gm))
    fields.set(name, value.trim());
  const take = (name: string) => {
    const value = fields.get(name) ?? "";
    fields.delete(name);
    return value;
  };
  const listOf = (value: string) => value.split(", ").filter(Boolean);
  const body = source.slice(header.length).trim();
  const { title, text } = splitFirstLine(body);
  const details = { place: take("Location"), weather: take("Weather"), music: take("Music") };
  const page = {
    ...moment,
    title,
    isEscaped: !/\.txt$/i.test(file.name),
    tags: listOf(take("Tags")),
    pictures: [...listOf(take("Photo")), ...listOf(take("Photos"))],
    details,
    left: {
      places: details.place ? 1 : 0,
      weather: details.weather ? 1 : 0,
      music: details.music ? 1 : 0,
    },
    text: "",
  };
  const others = [...fields].map(([name, value]) => `${name}: ${value}`).join("\n");
  return toForeignEntry({ ...page, text: [text, others].filter(Boolean).join("\n\n") }, file, context);
}

/** Splits off the title: a heading, or a first line that is a paragraph of its own and does not end like a sentence. */
function splitFirstLine(body: string): { title: string; text: string } {
  const [line = ""] = body.split("\n", 1);
  const rest = body.slice(line.length);
  const [, heading] = /^#{1,2} (.+)/.exec(line) ?? [];
  const isTitle =
    heading !== undefined || (/^\n\n\s*\S/.test(rest) && /^[^!#*>|[\\-].{0,99}(?<![.!?…,;:])$/u.test(line));
  return isTitle ? { title: heading ?? line, text: rest.trim() } : { title: "", text: body };
}
