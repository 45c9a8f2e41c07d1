import { formatPlace, type EntryDetails } from "~/domain/portability/foreign-entry";
import type { SkippedItems } from "~/domain/portability/parsed-upload";
import { parseMoment, type DayOrder, type EntryMoment } from "./days";

/** The fields of a note, from its front matter or from lines such as "mood:: calm". */
type NoteFields = {
  moment: EntryMoment | undefined;
  updatedAt: Date | undefined;
  title: string;
  tags: string[];
  mood: string;
  favourite: boolean;
  left: SkippedItems;
  details: EntryDetails;
  /** Text of fields with other names, as Markdown. */
  words: string;
};

export type NoteField = readonly [name: string, value: unknown];

const DATES = [
  ...["date", "day", "journaldate", "entrydate", "created", "createdat", "createddate", "datecreated"],
  ...["creationdate", "createdtime", "timestamp", "creationtime", "datetime"],
];
const UPDATES = [
  "updated",
  "updatedat",
  "modified",
  "datemodified",
  "lastmodified",
  "modifieddate",
  "lastmod",
];
const TAGS = ["tags", "tag", "keywords", "categories", "category", "topics"];
const MOODS = ["mood", "moods", "feeling", "feelings", "emotion", "emotions"];
const STARS = ["favourite", "favorite", "starred", "star", "pinned", "isfavorite", "isstarred"];
const PLACES = ["location", "place", "address", "coordinates"];
const LATITUDES = ["latitude", "lat"];
const LONGITUDES = ["longitude", "lon", "lng"];
const WEATHER = ["weather", "temperature", "temp"];
/** Technical fields of programs; they are dropped. */
const PROGRAM = new Set([
  ...[
    "aliases",
    "alias",
    "cssclass",
    "cssclasses",
    "publish",
    "permalink",
    "id",
    "uuid",
    "guid",
    "layout",
    "draft",
  ],
  ...["type", "lang", "slug", "altitude", "collapsed", "kanbanplugin", "banner", "icon"],
  ...["position", "filename", "path", "toc", "timezone", "completed", "due", "template", "up"],
  ...["prev", "next", "previous", "parent", "related", "sortspec", "format", "untitled"],
]);

const keyOf = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
/** The texts in a value. The texts of a mapping are preceded by their names. */
const textsOf = (value: unknown): string[] =>
  [value].flat(2).flatMap((one) => {
    if (typeof one === "string" || typeof one === "number" || typeof one === "boolean") return [String(one)];
    if (typeof one !== "object" || one === null) return [];
    return Object.entries(one).flatMap(([name, part]) => textsOf(part).map((text) => `${name}: ${text}`));
  });
/** Replaces wiki links by their words: "[[Anna|her]]" becomes "her". */
const plain = (text: string) => text.replace(/\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/g, "$1").trim();

const KNOWN = new Set([...DATES, ...UPDATES, ...TAGS, ...MOODS, ...STARS, ...PLACES, ...WEATHER, "title"]);
export const isNoteField = (name: string): boolean => KNOWN.has(keyOf(name));

/** Merges the fields whose names differ only in case and punctuation. A field then has the values of all occurrences. */
function mergeFields(found: readonly NoteField[]) {
  const fields = new Map<string, { name: string; values: unknown[] }>();
  for (const [name, value] of found) {
    const known = fields.get(keyOf(name));
    if (known) known.values.push(value);
    else fields.set(keyOf(name), { name, values: [value] });
  }
  return fields;
}

/** The target of a wiki link: "[[2024-05-06|Monday]]" becomes "2024-05-06". */
const linkTarget = (text: string) => text.replace(/^\[\[([^\]|]*)[^\]]*\]\]$|\|.*$/, "$1");

/** Reads the fields of a note by their common names. If there are several days or titles, the first is used. */
export function readNoteFields(
  found: readonly NoteField[],
  reading: { timezone: string; dayOrder?: DayOrder },
): NoteFields {
  const fields = mergeFields(found);
  const valuesOf = (key: string) => fields.get(key)?.values ?? [];
  const taken = new Set([...PROGRAM, ...DATES, ...UPDATES]);
  const take = (keys: readonly string[]) =>
    keys.flatMap((key) => {
      taken.add(key);
      return valuesOf(key).flatMap(textsOf).map(plain).filter(Boolean);
    });
  const momentIn = (keys: readonly string[]) =>
    keys.map((key) => parseMoment(valuesOf(key).flatMap(textsOf).map(linkTarget)[0], reading)).find(Boolean);
  const stars = STARS.flatMap(valuesOf);
  for (const key of STARS) taken.add(key);
  const moods = [...take(MOODS), ...take(["rating", "moodrating", "moodscore"])];
  const isNumber = (text: string) => /^[\d.,/\s+-]+$/.test(text);
  const title = take(["title"])[0] ?? "";
  take(TAGS);
  const tags = TAGS.flatMap(valuesOf).flatMap((value) =>
    Array.isArray(value)
      ? textsOf(value).map((tag) => withoutSign(plain(tag)))
      : textsOf(value).flatMap(splitTags),
  );
  const coordinates = [...take(LATITUDES).slice(0, 1), ...take(LONGITUDES).slice(0, 1)];
  const [latitude, longitude] = coordinates.map(Number);
  // Programs write zeros if there is no place.
  const isZero = coordinates.every((text) => Number(text) === 0);
  const place = formatPlace(take(PLACES), { latitude, longitude }) || (isZero ? "" : coordinates.join(", "));
  const weather = take(WEATHER).join(", ");
  const left = {
    places: place ? 1 : 0,
    weather: weather ? 1 : 0,
    moods: moods.some(isNumber) ? 1 : 0,
  };
  return {
    moment: momentIn(DATES),
    updatedAt: momentIn(UPDATES)?.createdAt,
    title,
    tags,
    mood: moods.filter((text) => !isNumber(text)).join(", "),
    favourite: stars.some((value) => value === true || /^(?:true|yes)$/i.test(textsOf(value)[0] ?? "")),
    left,
    details: { mood: moods.filter(isNumber).join(", "), place, weather },
    words: [...fields]
      .filter(([key]) => !taken.has(key))
      .map(([, { name, values }]) => fieldText(name, values.flatMap(textsOf).map(plain).filter(Boolean)))
      .filter(Boolean)
      .join("\n\n"),
  };
}

/** Splits a text of several tags at its commas or, if it has none, at white space. */
const splitTags = (tags: string): string[] =>
  plain(tags)
    .split(tags.includes(",") ? "," : /\s+/)
    .map(withoutSign);

const withoutSign = (tag: string) =>
  tag
    .trim()
    .replace(/^(["'])(.*)\1$/, "$2")
    .replace(/^#|#$/g, "");

function fieldText(name: string, texts: string[]): string {
  if (texts.length === 0) return "";
  const [only = ""] = texts;
  return texts.length === 1 ? `${name}: ${only}` : `${name}:\n${texts.map((text) => `- ${text}`).join("\n")}`;
}
