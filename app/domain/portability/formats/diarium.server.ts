import { z } from "zod";
import { formatPlace } from "~/domain/portability/foreign-entry";
import {
  formatRawDay,
  lenient,
  type ForeignResult,
  type ImportFormat,
  type ReadContext,
} from "~/domain/portability/import-format";
import { isImage } from "~/domain/portability/reading/archive-files";
import { momentOn } from "~/domain/portability/reading/days";
import { toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import { htmlToMarkdown } from "~/domain/portability/reading/html.server";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { t } from "~/i18n/t";

const Entry = z.object({
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/),
  heading: lenient(z.string().max(2_000)),
  html: z.string(),
  tags: lenient(z.array(z.string().max(200))),
  location: lenient(z.array(z.unknown())),
  weather: lenient(z.string().max(2_000)),
  sun: lenient(z.string().max(2_000)),
  rating: lenient(z.number()),
  people: lenient(z.array(z.string().max(200))),
  tracker: lenient(z.array(z.string().max(500))),
});

/** Number of list items that are examined to recognise the format. */
const PROBED_ITEMS = 20;
const itemsOf = ({ json }: SourceFile): unknown[] => (Array.isArray(json) ? json : [json]);

/** An export is one list of entries, or one file for each entry. Its times are local, without a zone. */
export const diarium: ImportFormat = {
  source: "diarium",
  endings: ["json"],
  recognise: (file) =>
    itemsOf(file)
      .slice(0, PROBED_ITEMS)
      .some((item) => Entry.safeParse(item).success),
  read: function* (file, context) {
    for (const [at, raw] of itemsOf(file).entries()) {
      const { success, data } = Entry.safeParse(raw);
      const read = success
        ? toEntry(data, file, context)
        : { ok: false as const, why: t("it cannot be read") };
      yield { ...read, where: `Entry ${at + 1}${formatRawDay(raw, "date")}` };
    }
  },
};

function toEntry(entry: z.output<typeof Entry>, file: SourceFile, context: ReadContext): ForeignResult {
  const moment = momentOn(entry.date.slice(0, 10), context, entry.date.slice(11, 16));
  if (!moment) return { ok: false, why: t("its date cannot be read") };
  const { text, media } = htmlToMarkdown(entry.html);
  const [, clock = "", fraction = ""] = /T(\d{2}:\d{2}:\d{2})\.?(\d{0,3})/.exec(entry.date) ?? [];
  const folder = `${moment.forDate}_${clock.replaceAll(":", "")}${fraction.padEnd(3, "0")}`;
  const { rating = 0 } = entry;
  const page = {
    ...moment,
    // The heading has character references but no tags, so a "<" in it is text.
    title: htmlToMarkdown((entry.heading ?? "").replaceAll("<", "&lt;")).text,
    text: [text, ...extras(entry)].filter(Boolean).join("\n\n"),
    tags: entry.tags,
    pictures: filesIn(folder, context).filter(isImage),
    details: {
      mood: rating > 0 ? String(rating) : "",
      place: placeOf(entry.location),
      weather: entry.weather || entry.sun,
    },
    left: {
      ...media,
      places: (entry.location?.length ?? 0) > 0 ? 1 : 0,
      weather: entry.weather || entry.sun ? 1 : 0,
      moods: rating > 0 ? 1 : 0,
    },
  };
  return toForeignEntry(page, file, context);
}

/** Formats the place. Newer versions export its name with its latitude and longitude. */
function placeOf(location: readonly unknown[] = []): string {
  const [latitude, longitude] = location.filter((value) => typeof value === "number");
  return formatPlace(
    location.filter((value) => typeof value === "string"),
    { latitude, longitude },
  );
}

/** People and trackers as text, because the journal has no fields for them. */
const extras = ({ people = [], tracker = [] }: z.output<typeof Entry>) => [
  people.length > 0 ? t("With {people}", { people: people.join(", ") }) : "",
  tracker.length > 0 ? tracker.map((line) => `- ${line}`).join("\n") : "",
];

/** Lists the files in all folders with this name, at any depth of the archive. */
function filesIn(folder: string, { archive }: ReadContext): readonly string[] {
  const folders = archive.once("diarium folders", () => {
    const byFolder = new Map<string, string[]>();
    for (const name of archive.names) {
      const parent = name.split("/").at(-2) ?? "";
      const files = byFolder.get(parent);
      if (files) files.push(name);
      else byFolder.set(parent, [name]);
    }
    return byFolder;
  });
  return folders.get(folder) ?? [];
}
