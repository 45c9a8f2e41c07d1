import { isDay } from "~/domain/calendar/local-day";
import { tagsFrom } from "~/domain/journal/entries/content";
import { withOwnPictures } from "./foreign-pictures";
import { plainEntry, type PortableEntry } from "./portable-entry";

/** What to assume of a file without metadata. */
export type Usual = {
  timezone: string;
  now: Date;
  /** Finds a picture of the same archive. */
  fileOf?: (path: string) => string | undefined;
  /** Finds the pictures that lie in a folder of it. */
  filesIn?: (folder: string) => readonly string[];
};

const DAY = /\d{4}-\d{2}-\d{2}/;
/** In names also as "20240506", "2024_05_06" or "2024/05/06". */
const DAY_IN_NAME = /(?<!\d)(\d{4})([-_./]?)(\d{2})\2(\d{2})(?!\d)/;
const dayInName = (name: string) =>
  DAY_IN_NAME.exec(name)
    ?.filter((_, at) => [1, 3, 4].includes(at))
    .join("-");
const textOf = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/**
 * A Markdown file of another app: its day, title and tags by the names that most of them use. Undefined where it names no
 * day at all.
 */
export function foreignEntry(
  name: string,
  front: Record<string, unknown>,
  rest: string,
  usual: Usual,
): PortableEntry | undefined {
  const said = textOf(front.date ?? front.created ?? front.created_at ?? front.createdAt);
  const forDate = DAY.exec(said)?.[0] ?? DAY.exec(name)?.[0] ?? dayInName(name) ?? "";
  if (!isDay(forDate)) return undefined;
  const at = new Date(said.includes(":") ? said : `${forDate}T12:00:00Z`);
  const createdAt = Number.isNaN(at.getTime()) || at > usual.now ? usual.now : at;
  const [heading, headline] = /^\s*# +(.+)\n*/.exec(rest) ?? [];
  const title = textOf(front.title).trim() || headline?.trim() || "";
  const isTitle = heading !== undefined && headline?.trim() === title;
  const page = (isTitle ? rest.slice(heading.length) : rest).replace(/^\n+/, "").trimEnd();
  const { text: body, pictures } = withOwnPictures(page, usual.fileOf ?? (() => undefined));
  const tags = [front.tags ?? front.tag ?? []].flat().map(textOf).join(",");
  return plainEntry({
    forDate,
    timezone: usual.timezone,
    createdAt,
    favourite: front.favourite === true || front.favorite === true || front.starred === true,
    content: {
      title,
      answers: [],
      body: pictures.length > 0 ? body.trim() : body,
      ...(pictures.length > 0 && { pictures }),
      tags: tagsFrom(tags),
      mood: textOf(front.mood).trim(),
    },
  });
}
