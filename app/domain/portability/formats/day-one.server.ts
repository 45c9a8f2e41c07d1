import { z } from "zod";
import { mapShortTexts } from "~/domain/journal/entries/short-texts";
import {
  entryIdFromDayOne,
  OWN_TAG_PREFIXES,
  PASSAGE_TAG_PREFIX,
  shortTextPrefix,
} from "~/domain/portability/day-one";
import { formatPlace, formatWeather } from "~/domain/portability/foreign-entry";
import {
  formatRawDay,
  lenient,
  type ForeignResult,
  type ImportFormat,
  type ReadContext,
} from "~/domain/portability/import-format";
import { momentAt } from "~/domain/portability/reading/days";
import { toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { t } from "~/i18n/t";
import { richTextToMarkdown } from "./day-one-rich-text.server";

const attachments = lenient(z.array(z.object({ identifier: lenient(z.string()) })));

const photos = lenient(
  z.array(
    z.object({
      identifier: lenient(z.string()),
      md5: lenient(z.string().regex(/^[0-9a-fA-F]{32}$/)),
      type: lenient(z.string().regex(/^\w{1,8}$/)),
      orderInEntry: lenient(z.number()),
    }),
  ),
);

const Location = z.object({
  placeName: lenient(z.string()),
  localityName: lenient(z.string()),
  country: lenient(z.string()),
  latitude: lenient(z.number()),
  longitude: lenient(z.number()),
});

const Entry = z.object(
  {
    uuid: z
      .string(t("it has no id"))
      .regex(
        /^(?:[0-9A-Fa-f]{32}|[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$/,
        t("its id is not one of Day One"),
      ),
    creationDate: z
      .string(t("it has no date"))
      .refine((value) => !Number.isNaN(Date.parse(value)), t("its date cannot be read")),
    modifiedDate: lenient(z.string()),
    timeZone: lenient(z.string().max(64)),
    starred: lenient(z.boolean()),
    tags: lenient(z.array(z.string().max(200))),
    text: z.string(t("it has no text")).optional(),
    richText: lenient(z.string()),
    photos,
    videos: attachments,
    audios: attachments,
    pdfAttachments: attachments,
    location: lenient(Location),
    locations: lenient(z.array(z.unknown())),
    workouts: lenient(z.array(z.unknown())),
    statesOfMind: lenient(z.array(z.unknown())),
    weather: lenient(
      z.object({ temperatureCelsius: lenient(z.number()), conditionsDescription: lenient(z.string()) }),
    ),
    music: lenient(z.object({ artist: lenient(z.string()), track: lenient(z.string()) })),
  },
  t("it is not an entry"),
);

/** `Journal.json` of a Day One zip: one journal, its entries in Markdown. */
const Journal = z.object({
  metadata: z.object({ version: z.string() }),
  entries: z.array(z.unknown()),
});

export const dayOne: ImportFormat = {
  source: "dayone",
  endings: ["json"],
  recognise: (file) => Journal.safeParse(file.json).success,
  read: function* (file, context) {
    for (const [at, raw] of Journal.parse(file.json).entries.entries())
      yield {
        ...toEntry(raw, file, context),
        where: `Entry ${at + 1}${formatRawDay(raw, "creationDate")}`,
      };
  },
};

/** Placeholder of an attachment in Day One's text; the placeholder of a photo names no kind. */
const PLACEHOLDER = /!\[([^\]\\\n]{0,300})\]\(dayone-\w+:\/+(\w+\/)?([\w-]+)\)(\n{0,2})/g;

/** Converts a Day One entry into a free page; the first heading becomes the title. */
function toEntry(value: unknown, file: SourceFile, context: ReadContext): ForeignResult {
  const result = Entry.safeParse(value);
  if (!result.success) return { ok: false, why: result.error.issues[0]?.message ?? t("it cannot be read") };
  const { data } = result;
  const moment = momentAt(new Date(data.creationDate), context, data.timeZone);
  if (!moment) return { ok: false, why: t("its date cannot be read") };
  const { photos: allPhotos = [], videos = [], audios = [], pdfAttachments = [] } = data;
  const { location, weather, music } = data;
  const { text, pictures, unnamed } = placePhotos(
    data.text || richTextToMarkdown(data.richText ?? ""),
    allPhotos,
    new Set([...videos, ...audios, ...pdfAttachments].map(({ identifier }) => identifier)),
  );
  const allTags = data.tags ?? [];
  const tagValue = (prefix: string) => allTags.find((tag) => tag.startsWith(prefix))?.slice(prefix.length);
  const page = {
    ...moment,
    id: entryIdFromDayOne(data.uuid),
    updatedAt: new Date(data.modifiedDate ?? data.creationDate),
    favourite: data.starred,
    passageRef: tagValue(PASSAGE_TAG_PREFIX) ?? "",
    ...mapShortTexts((name) => tagValue(shortTextPrefix(name))),
    tags: [
      ...allTags.filter((tag) => !OWN_TAG_PREFIXES.some((prefix) => tag.startsWith(prefix))),
      ...journalTag(file.name, context),
    ],
    ...splitHeading(text),
    isEscaped: true,
    pictures,
    details: {
      place: formatPlace([location?.placeName, location?.localityName, location?.country], location),
      weather: formatWeather(weather?.temperatureCelsius, weather?.conditionsDescription),
      music: [music?.artist, music?.track].filter(Boolean).join(", "),
    },
    left: {
      pictures: unnamed,
      videos: videos.length,
      recordings: audios.length,
      files: pdfAttachments.length + (data.workouts?.length ?? 0),
      places: (location ? 1 : 0) + (data.locations?.length ?? 0),
      moods: data.statesOfMind?.length ?? 0,
      weather: weather ? 1 : 0,
      music: music ? 1 : 0,
    },
  };
  return toForeignEntry(page, file, context);
}

/**
 * Replaces the placeholders of photos by references to their files, and drops the other placeholders. `others`: ids of
 * attachments that are no photos.
 */
function placePhotos(
  text: string,
  all: NonNullable<z.output<typeof photos>>,
  others: ReadonlySet<string | undefined>,
) {
  const named = [...all]
    .sort((a, b) => (a.orderInEntry ?? 0) - (b.orderInEntry ?? 0))
    .filter(({ md5 }) => md5);
  const pathOf = ({ md5 = "", type = "jpeg" }: (typeof all)[number]) => `photos/${md5}.${type}`;
  const byId = new Map(named.flatMap((photo) => (photo.identifier ? [[photo.identifier, photo]] : [])));
  const placed = new Set<(typeof all)[number]>();
  const listed = new Set(all.map(({ identifier }) => identifier));
  let unlisted = 0;
  const replaced = text.replace(PLACEHOLDER, (_, words: string, kind: string, id: string, end: string) => {
    const photo = byId.get(id);
    if (!photo || placed.has(photo)) {
      if (!kind && !listed.has(id) && !others.has(id)) unlisted++;
      return end;
    }
    placed.add(photo);
    return `![${words}](${pathOf(photo)})\n\n`;
  });
  return {
    text:
      replaced === text
        ? text
        : replaced
            .replace(/^\n+/, "")
            .replace(/\n{3,}/g, "\n\n")
            .trimEnd(),
    pictures: named.filter((photo) => !placed.has(photo)).map(pathOf),
    unnamed: all.length - named.length + unlisted,
  };
}

/** The name of the journal as a tag, if the folder of the export has several journals. */
function journalTag(path: string, { archive }: ReadContext): string[] {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const journals = archive.once(`dayone ${folder}`, () =>
    archive.names.filter(
      (name) => name.startsWith(folder) && /^[^/]+\.json$/i.test(name.slice(folder.length)),
    ),
  );
  return journals.length > 1 && journals.includes(path)
    ? [path.slice(folder.length).replace(/\.json$/i, "")]
    : [];
}

function splitHeading(text: string): { title: string; text: string } {
  const [heading, title = ""] = /^# (.*)(?:\n{1,2}|$)/.exec(text) ?? [];
  return heading === undefined || !title.trim()
    ? { title: "", text }
    : { title, text: text.slice(heading.length) };
}
