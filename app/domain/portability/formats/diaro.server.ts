import { formatPlace, formatWeather } from "~/domain/portability/foreign-entry";
import type { ForeignResult, ImportFormat, ReadContext } from "~/domain/portability/import-format";
import { momentAt, parseMoment } from "~/domain/portability/reading/days";
import { toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import { readMarkup } from "~/domain/portability/reading/html.server";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { t } from "~/i18n/t";
import { childText, xmlRecords, type XmlElement } from "~/platform/markup.server";

/** The tables of `DiaroBackup.xml` by the id of their records. */
type DiaroTables = {
  entries: XmlElement[];
  tags: ReadonlyMap<string, string>;
  moods: ReadonlyMap<string, string>;
  places: ReadonlyMap<string, string>;
  /** Attached files of each entry. */
  files: ReadonlyMap<string, readonly XmlElement[]>;
};

export const diaro: ImportFormat = {
  source: "diaro",
  endings: ["xml"],
  recognise: ({ head }) => /<data version="\d+">/.test(head) && /<table name="diaro_/.test(head),
  *read(file, context) {
    const tables = readTables(file.text ?? "");
    for (const entry of tables.entries) yield toEntry(entry, tables, file, context);
  },
};

function readTables(xml: string): DiaroTables {
  const entries: XmlElement[] = [];
  const tags = new Map<string, string>();
  const moods = new Map<string, string>();
  const places = new Map<string, string>();
  const files = new Map<string, XmlElement[]>();
  for (const record of xmlRecords(xml, "r")) {
    const uid = childText(record, "uid");
    const of = childText(record, "entry_uid");
    switch (record.parent.name) {
      case "diaro_entries":
        entries.push(record);
        break;
      case "diaro_tags":
        tags.set(uid, childText(record, "title"));
        break;
      case "diaro_moods":
        moods.set(uid, childText(record, "title"));
        break;
      case "diaro_locations":
        places.set(uid, placeOf(record));
        break;
      case "diaro_attachments":
        files.set(of, [...(files.get(of) ?? []), record]);
        break;
      default:
    }
  }
  return { entries, tags, moods, places, files };
}

const numberIn = (text: string) => (/^-?\d{1,4}(?:\.\d{1,9})?$/.test(text) ? Number(text) : undefined);

const placeOf = (record: XmlElement) =>
  formatPlace([childText(record, "title"), childText(record, "address")], {
    latitude: numberIn(childText(record, "lat")),
    longitude: numberIn(childText(record, "long") || childText(record, "lng")),
  });

const hasValue = (text: string) => text !== "" && text !== "0";

function toEntry(
  entry: XmlElement,
  { tags, moods, places, files }: DiaroTables,
  file: SourceFile,
  context: ReadContext,
): ForeignResult {
  const uid = childText(entry, "uid");
  const title = childText(entry, "title");
  const moment = momentOf(childText(entry, "date"), childText(entry, "tz_offset"), context);
  if (!moment) return { ok: false, where: title || undefined, why: t("its date cannot be read") };
  const attached = [...(files.get(uid) ?? [])].sort(
    (a, b) => Number(childText(a, "position")) - Number(childText(b, "position")),
  );
  const isPhoto = (attachment: XmlElement) => childText(attachment, "type") === "photo";
  const mood = childText(entry, "mood");
  const weather = childText(entry, "weather_description");
  const page = {
    ...moment,
    ...(/^[\w-]{1,56}$/.test(uid) && { id: `diaro-${uid}` }),
    title,
    text: readMarkup(childText(entry, "text")),
    tags: childText(entry, "tags")
      .split(",")
      .flatMap((id) => tags.get(id.trim()) ?? []),
    mood: moods.get(mood),
    details: {
      place: places.get(childText(entry, "location_uid")),
      // An entry without weather has 0 degrees, so the temperature counts only with a description.
      weather: weather && formatWeather(numberIn(childText(entry, "weather_temperature")), weather),
    },
    pictures: attached.filter(isPhoto).map((photo) => `media/photo/${childText(photo, "filename")}`),
    left: {
      places: hasValue(childText(entry, "location_uid")) ? 1 : 0,
      weather: weather ? 1 : 0,
      moods: hasValue(mood) && !moods.has(mood) ? 1 : 0,
    },
  };
  const result = toForeignEntry(page, file, context);
  return { ...result, where: title || moment.forDate };
}

/** The moment of a Unix time in milliseconds. Its day is the day at the entry's own UTC offset, such as "+01:00". */
function momentOf(milliseconds: string, offset: string, context: ReadContext) {
  const at = new Date(/^-?\d{1,15}$/.test(milliseconds) ? Number(milliseconds) : NaN);
  if (Number.isNaN(at.getTime())) return undefined;
  const [, sign, hours = "", minutes = ""] = /^([+-])(\d{2}):(\d{2})$/.exec(offset) ?? [];
  if (!sign) return momentAt(at, context);
  const local = new Date(at.getTime() + Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000);
  return parseMoment(`${local.toISOString().slice(0, 19)}${offset}`, context);
}
