import { z } from "zod";
import { formatPlace, formatWeather } from "~/domain/portability/foreign-entry";
import {
  lenient,
  type ForeignResult,
  type ImportFormat,
  type ReadContext,
} from "~/domain/portability/import-format";
import { mediaKind } from "~/domain/portability/reading/archive-files";
import { momentAt } from "~/domain/portability/reading/days";
import { splitTitle, toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import { readMarkup } from "~/domain/portability/reading/html.server";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { t } from "~/i18n/t";

const Entry = z.object({
  id: lenient(z.string().max(200)),
  date_journal: z.number(),
  date_modified: lenient(z.number()),
  timezone: lenient(z.string().max(200)),
  text: z.string(),
  tags: lenient(z.array(z.string().max(200))),
  favourite: lenient(z.boolean()),
  photos: lenient(z.array(z.unknown())),
  lat: lenient(z.number()),
  lon: lenient(z.number()),
  address: lenient(z.string().max(2_000)),
  weather: lenient(
    z.object({
      id: lenient(z.number()),
      degree_c: lenient(z.number()),
      description: lenient(z.string()),
    }),
  ),
  music_title: lenient(z.string().max(2_000)),
  music_artist: lenient(z.string().max(2_000)),
  mood: lenient(z.number()),
});

/** An entry as exported since 2023 ("schemaVersion": 2), with its attachments in the same folder. */
const EntryOfSchema2 = z
  .object({
    id: lenient(z.string().max(200)),
    dateOfJournal: z.string(),
    updatedAt: lenient(z.string()),
    timezone: lenient(z.string().max(200)),
    text: z.string(),
    tags: lenient(z.array(z.string().max(200))),
    favourite: lenient(z.boolean()),
    attachments: lenient(z.array(z.unknown())),
    location: lenient(z.object({ lat: lenient(z.number()), lng: lenient(z.number()) })),
    address: lenient(z.string().max(2_000)),
    weather: lenient(
      z.object({
        id: lenient(z.number()),
        degreeC: lenient(z.number()),
        description: lenient(z.string()),
      }),
    ),
    sentiment: lenient(z.number()),
  })
  .transform(
    ({
      dateOfJournal,
      updatedAt,
      attachments,
      location,
      weather,
      sentiment,
      ...entry
    }): z.input<typeof Entry> => ({
      ...entry,
      date_journal: Date.parse(dateOfJournal),
      date_modified: updatedAt === undefined ? undefined : Date.parse(updatedAt),
      photos: attachments,
      lat: location?.lat,
      lon: location?.lng,
      weather: weather && { id: weather.id, degree_c: weather.degreeC, description: weather.description },
      mood: sentiment,
    }),
  )
  .pipe(Entry);
const AnyEntry = z.union([Entry, EntryOfSchema2]);

/** The latitude that Journey writes for an entry without a place. */
const NO_LATITUDE = Number.MAX_VALUE;

export const journey: ImportFormat = {
  source: "journey",
  endings: ["json"],
  recognise: (file) => AnyEntry.safeParse(file.json).success,
  read: (file, context) => {
    const { success, data } = AnyEntry.safeParse(file.json);
    return success ? [toEntry(data, file, context)] : [];
  },
};

function toEntry(entry: z.output<typeof Entry>, file: SourceFile, context: ReadContext): ForeignResult {
  const { id, date_journal, date_modified, favourite, photos = [], tags, lat, address, weather } = entry;
  const moment = momentAt(new Date(date_journal), context, entry.timezone);
  if (!moment) return { ok: false, why: t("its date cannot be read") };
  const media = photos.filter((name) => typeof name === "string");
  const countOf = (kind: "videos" | "recordings") => media.filter((name) => mediaKind(name) === kind).length;
  const hasPlace = Boolean(address) || (lat !== undefined && lat !== NO_LATITUDE && lat !== 0);
  const hasWeather = (weather?.id ?? -1) >= 0;
  const { mood = 0 } = entry;
  const page = {
    ...moment,
    ...(id && /^[\w-]{1,56}$/.test(id) && { id: `journey-${id}` }),
    ...splitTitle(readMarkup(entry.text)),
    updatedAt: new Date(date_modified ?? date_journal),
    favourite,
    tags,
    pictures: media.filter((name) => !["videos", "recordings"].includes(mediaKind(name) ?? "")),
    details: {
      mood: mood > 0 ? String(mood) : "",
      place: hasPlace ? formatPlace([address], { latitude: lat, longitude: entry.lon }) : "",
      weather: hasWeather ? formatWeather(weather?.degree_c, weather?.description) : "",
      music: [entry.music_artist, entry.music_title].filter(Boolean).join(", "),
    },
    left: {
      pictures: photos.length - media.length,
      videos: countOf("videos"),
      recordings: countOf("recordings"),
      places: hasPlace ? 1 : 0,
      weather: hasWeather ? 1 : 0,
      music: entry.music_title ? 1 : 0,
      moods: mood > 0 ? 1 : 0,
    },
  };
  return toForeignEntry(page, file, context);
}
