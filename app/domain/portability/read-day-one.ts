import { localMoment } from "~/domain/calendar/local-day";
import { zoneNamed } from "~/domain/calendar/time-zone";
import { tagsFrom } from "~/domain/journal/entries/content";
import { PICTURE_LIMITS } from "~/domain/journal/pictures/picture";
import { placeLine } from "~/domain/journal/pictures/placed-pictures";
import { idOfDayOne, MOOD, PASSAGE } from "./day-one";
import { DayOneEntrySchema, type DayOnePhotos } from "./day-one-file";
import { pictureAt } from "./foreign-pictures";
import type { Usual } from "./markdown-foreign";
import { plainEntry } from "./portable-entry";
import type { ReadForeign } from "./read-foreign-json";

/** Day One puts a backslash before signs that Markdown would take for its own. */
const ESCAPED = /\\([!-/:-@[-`{-~])/g;

/** Where something other than words stands in a text. */
const MOMENT = /!\[\]\(dayone-moment:\/+(?:\w+\/)?(\w+)\)\n{0,2}/g;

/** What Day One wrote, as an entry: a free page with its first heading as the title. */
export function fromDayOne(value: unknown, usual: Usual): ReadForeign {
  const result = DayOneEntrySchema.safeParse(value);
  if (!result.success) return { ok: false, why: result.error.issues[0]?.message ?? "it cannot be read" };
  const { data } = result;
  const page = withPictures(data.text ?? "", data.photos ?? []);
  const { videos = [], audios = [], pdfAttachments = [] } = data;
  const timezone = zoneNamed(data.timeZone ?? "") ?? usual.timezone;
  const createdAt = new Date(data.creationDate);
  const modified = new Date(data.modifiedDate ?? data.creationDate);
  const all = (data.tags ?? []).map((tag) => tag.toWellFormed());
  const said = (prefix: string) => all.find((tag) => tag.startsWith(prefix))?.slice(prefix.length) ?? "";
  const entry = plainEntry({
    id: idOfDayOne(data.uuid),
    forDate: localMoment(createdAt, timezone).date,
    timezone,
    createdAt,
    updatedAt: Number.isNaN(modified.getTime()) ? createdAt : modified,
    favourite: data.starred ?? false,
    passageRef: said(PASSAGE),
    content: {
      ...pageOf(withoutMedia(page.text, [...videos, ...audios, ...pdfAttachments])),
      ...(page.pictures.length > 0 && { pictures: page.pictures }),
      answers: [],
      mood: said(MOOD),
      tags: tagsFrom(all.filter((tag) => !tag.startsWith(MOOD) && !tag.startsWith(PASSAGE)).join(",")),
    },
  });
  const left = {
    pictures: page.behind,
    videos: videos.length,
    recordings: audios.length,
    files: pdfAttachments.length,
    places: data.location ? 1 : 0,
    weather: data.weather ? 1 : 0,
    music: data.music ? 1 : 0,
  };
  return { ok: true, entry, left };
}

/** The first six pictures in the order of the text, each with its place there; named by their files in the zip. */
function withPictures(text: string, all: DayOnePhotos) {
  if (all.length === 0) return { text, pictures: [], behind: 0 };
  const named = all.filter(({ md5 }) => md5).sort((a, b) => (a.orderInEntry ?? 0) - (b.orderInEntry ?? 0));
  const at = ({ identifier }: DayOnePhotos[number]) => {
    const found = identifier ? text.indexOf(`/${identifier})`) : -1;
    return found < 0 ? Infinity : found;
  };
  const chosen = [...named].sort((a, b) => at(a) - at(b) || 0).slice(0, PICTURE_LIMITS.each);
  const placed = text.replace(MOMENT, (whole, id: string) => {
    const place = chosen.findIndex(({ identifier }) => identifier === id);
    if (place >= 0) return `${placeLine(place)}\n\n`;
    return all.some(({ identifier }) => identifier === id) ? "" : whole;
  });
  const pictures = chosen.map(({ md5 = "", type = "jpeg" }) => pictureAt(`photos/${md5}.${type}`));
  return { text: placed.trimEnd(), pictures, behind: all.length - chosen.length };
}

/** Removes the entry's placeholders of recordings; words that only look like one stay. */
function withoutMedia(text: string, media: { identifier?: string }[]): string {
  const ids = new Set(media.flatMap(({ identifier }) => (identifier ? [identifier] : [])));
  if (ids.size === 0) return text;
  return text.replace(MOMENT, (place, id: string) => (ids.has(id) ? "" : place)).trimEnd();
}

function pageOf(text: string): { title: string; body: string } {
  const source = text.toWellFormed().replaceAll("\0", "");
  const [heading, title = ""] = /^# (.*)(?:\n{1,2}|$)/.exec(source) ?? [];
  const plain = (part: string) => part.replace(ESCAPED, "$1");
  if (heading === undefined || !title.trim()) return { title: "", body: plain(source) };
  return { title: plain(title.trim()), body: plain(source.slice(heading.length)) };
}
