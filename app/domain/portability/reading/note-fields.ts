import type { SkippedItems } from "~/domain/portability/parsed-upload";
import { parseMoment, type DayOrder, type EntryMoment } from "./days";
import { formatPlace, type EntryDetails } from "./entry-details";

/** The fields of a note, from its front matter or from lines such as "mood:: calm". */
export type NoteFields = {
  moment: EntryMoment | undefined;
  updatedAt: Date | undefined;
  title: string;
  tags: string[];
  mood: string;
  favourite: boolean;
  left: SkippedItems;
  details: EntryDetails;
  /** Words under other names, as Markdown. */
  words: string;
};

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
/** Fields that serve the order of a program. */
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
  ...[
    "position",
    "filename",
    "path",
    "url",
    "weight",
    "toc",
    "timezone",
    "completed",
    "due",
    "template",
    "up",
  ],
  ...["prev", "next", "previous", "parent", "related", "author", "source", "sortspec", "format", "untitled"],
]);

const keyOf = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
const textsOf = (value: unknown): string[] =>
  [value].flat(2).flatMap((one) => (typeof one === "string" || typeof one === "number" ? [String(one)] : []));
/** "[[Anna|her]]" is "her". */
const plain = (text: string) => text.replace(/\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/g, "$1").trim();

/** Reads the fields of a note under their common names, without regard to case. */
export function readNoteFields(
  front: Record<string, unknown>,
  reading: { timezone: string; dayOrder?: DayOrder },
): NoteFields {
  const fields = new Map(Object.entries(front).map(([name, value]) => [keyOf(name), { name, value }]));
  const taken = new Set([...PROGRAM, ...DATES, ...UPDATES]);
  const take = (keys: readonly string[]) =>
    keys.flatMap((key) => {
      taken.add(key);
      return textsOf(fields.get(key)?.value).map(plain).filter(Boolean);
    });
  const momentIn = (keys: readonly string[]) =>
    keys.map((key) => parseMoment([fields.get(key)?.value].flat()[0], reading)).find(Boolean);
  const stars = STARS.map((key) => fields.get(key)?.value);
  for (const key of STARS) taken.add(key);
  const moods = [...take(MOODS), ...take(["rating", "moodrating", "moodscore"])];
  const isNumber = (text: string) => /^[\d.,/\s+-]+$/.test(text);
  const title = take(["title"])[0] ?? "";
  take(TAGS);
  const tags = TAGS.flatMap((key) => {
    const value = fields.get(key)?.value;
    return Array.isArray(value)
      ? textsOf(value).map((tag) => withoutSign(plain(tag)))
      : textsOf(value).flatMap(splitTags);
  });
  const coordinates = [...take(LATITUDES).slice(0, 1), ...take(LONGITUDES).slice(0, 1)];
  const [latitude, longitude] = coordinates.map(Number);
  const place = formatPlace(take(PLACES), { latitude, longitude }) || coordinates.join(", ");
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
      .map(([, { name, value }]) => fieldText(name, textsOf(value).map(plain).filter(Boolean)))
      .filter(Boolean)
      .join("\n\n"),
  };
}

/** Tags in one text are separated by commas, or by spaces. */
const splitTags = (tags: string): string[] =>
  plain(tags)
    .split(tags.includes(",") ? "," : /\s+/)
    .map(withoutSign);

const withoutSign = (tag: string) => tag.trim().replace(/^#|#$/g, "");

function fieldText(name: string, texts: string[]): string {
  if (texts.length === 0) return "";
  const [only = ""] = texts;
  return texts.length === 1 ? `${name}: ${only}` : `${name}:\n${texts.map((text) => `- ${text}`).join("\n")}`;
}
