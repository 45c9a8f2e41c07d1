import { z } from "zod";
import { entryIdFromDayOne } from "~/domain/portability/day-one";
import { formatPlace, formatWeather } from "~/domain/portability/foreign-entry";
import {
  lenient,
  type ForeignResult,
  type ImportFormat,
  type ReadContext,
} from "~/domain/portability/import-format";
import { momentAt } from "~/domain/portability/reading/days";
import { splitTitle, toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { parseWrittenMoment } from "~/domain/portability/reading/written-moment";
import { t } from "~/i18n/t";
import { parsePropertyList } from "~/platform/markup.server";

/** The property list has it as a text. */
const celsius = lenient(
  z.union([
    z.number(),
    z
      .string()
      .regex(/^-?\d{1,3}(?:\.\d{1,9})?$/)
      .transform(Number),
  ]),
);

const withoutSpaces = (fields: unknown) =>
  typeof fields === "object" && fields !== null
    ? Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.replaceAll(" ", ""), value]))
    : fields;

const ClassicEntry = z.object({
  creationDate: z.date(),
  entryText: lenient(z.string()),
  timeZone: lenient(z.string()),
  starred: lenient(z.boolean()),
  tags: lenient(z.array(z.string().max(200))),
  uuid: lenient(z.string().regex(/^[0-9A-Fa-f]{32}$/)),
  location: lenient(
    // Its names have spaces, as in "Place Name".
    z.preprocess(
      withoutSpaces,
      z.object({
        PlaceName: lenient(z.string()),
        Locality: lenient(z.string()),
        Country: lenient(z.string()),
        Latitude: lenient(z.number()),
        Longitude: lenient(z.number()),
      }),
    ),
  ),
  weather: lenient(z.object({ Celsius: celsius, Description: lenient(z.string()) })),
  music: lenient(z.looseObject({})),
});

/**
 * The journal folder of Day One Classic, to version 1.10: a property list for each entry, and a photo with the name of its
 * entry. https://github.com/jrnl-org/jrnl and https://github.com/nathangrigg/dayone_export read the same files.
 */
export const dayOneClassic: ImportFormat = {
  source: "dayone-classic",
  endings: ["doentry"],
  recognise: ({ name }) => /\.doentry$/i.test(name),
  read: (file, context) => [toClassicEntry(file, context)],
};

function toClassicEntry(file: SourceFile, context: ReadContext): ForeignResult {
  const { data } = ClassicEntry.safeParse(parsePropertyList(file.text ?? ""));
  if (!data) return { ok: false, why: t("it is damaged") };
  const { starred: favourite, tags, uuid, location, weather, music } = data;
  const moment = momentAt(data.creationDate, context, data.timeZone);
  if (!moment) return { ok: false, why: t("its date cannot be read") };
  const photo = uuid && context.findPicture(`../photos/${uuid}.jpg`, file.name);
  const page = {
    ...moment,
    ...(uuid && { id: entryIdFromDayOne(uuid) }),
    ...splitTitle((data.entryText ?? "").trim()),
    favourite,
    tags,
    pictures: photo ? [photo] : [],
    details: {
      place: formatPlace([location?.PlaceName, location?.Locality, location?.Country], {
        latitude: location?.Latitude,
        longitude: location?.Longitude,
      }),
      weather: formatWeather(weather?.Celsius, weather?.Description),
    },
    left: { places: location ? 1 : 0, weather: weather ? 1 : 0, music: music ? 1 : 0 },
  };
  return toForeignEntry(page, file, context);
}

const FIRST = /^\s*?[ \t]+Date:[ \t]+(.+)/;

/**
 * Plain text and Markdown of Day One: above each entry indented lines "Date:", "Weather:", "Location:", "Tags:" and
 * "Photo:", as https://dayoneapp.com/guides/settings/importing-data-to-day-one/ describes them. Diarly writes the same.
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
      yield { ...toTextEntry(source, moment, file, context), where: `${file.name}, ${moment.forDate}` };
    }
  },
};

type Moment = NonNullable<ReturnType<typeof parseWrittenMoment>>;

function toTextEntry(source: string, moment: Moment, file: SourceFile, context: ReadContext): ForeignResult {
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

/** The title is a heading, or in plain text a first line that stands alone and is no sentence. */
function splitFirstLine(body: string): { title: string; text: string } {
  const [line = ""] = body.split("\n", 1);
  const rest = body.slice(line.length);
  const [, heading] = /^#{1,2} (.+)/.exec(line) ?? [];
  const isTitle =
    heading !== undefined || (/^\n\n\s*\S/.test(rest) && /^[^!#*>|[\\-].{0,99}(?<![.!?…,;:])$/u.test(line));
  return isTitle ? { title: heading ?? line, text: rest.trim() } : { title: "", text: body };
}
