import { z } from "zod";
import { entryIdFromDayOne } from "~/domain/portability/day-one";
import { formatPlace, formatWeather } from "~/domain/portability/foreign-entry";
import {
  type ForeignResult,
  type ImportFormat,
  type ReadContext,
  lenient,
} from "~/domain/portability/import-format";
import { momentAt } from "~/domain/portability/reading/days";
import { splitTitle, toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { t } from "~/i18n/t";
import { parsePropertyList } from "~/platform/markup.server";

/** The temperature; some property lists store it as text. */
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

const Entry = z.object({
  creationDate: z.date(),
  entryText: lenient(z.string()),
  timeZone: lenient(z.string()),
  starred: lenient(z.boolean()),
  tags: lenient(z.array(z.string().max(200))),
  uuid: lenient(z.string().regex(/^[0-9A-Fa-f]{32}$/)),
  location: lenient(
    // The names of the properties have spaces, such as "Place Name".
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
  read: (file, context) => [toEntry(file, context)],
};

function toEntry(file: SourceFile, context: ReadContext): ForeignResult {
  const { data } = Entry.safeParse(parsePropertyList(file.text ?? ""));
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
