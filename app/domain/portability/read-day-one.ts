import { z } from "zod";
import { localMoment } from "~/domain/calendar/local-day";
import { zoneNamed } from "~/domain/calendar/time-zone";
import { tagsFrom } from "~/domain/journal/entries/content";
import { idOfDayOne, MOOD, PASSAGE } from "./day-one";
import { LONGEST_TEXT } from "./export-schema";
import type { LeftBehind } from "./found";
import type { Usual } from "./markdown-foreign";
import { plainEntry, type PortableEntry } from "./portable-entry";

/** Day One puts a backslash before signs that Markdown would take for its own. */
const ESCAPED = /\\([!-/:-@[-`{-~])/g;

const attachments = z
  .array(z.object({ identifier: z.string().optional() }))
  .optional()
  .catch(undefined);

const DayOneEntrySchema = z.object(
  {
    uuid: z
      .string("it has no id")
      .regex(
        /^(?:[0-9A-Fa-f]{32}|[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$/,
        "its id is not one of Day One",
      ),
    creationDate: z
      .string("it has no date")
      .refine((value) => !Number.isNaN(Date.parse(value)), "its date cannot be read"),
    modifiedDate: z.string().optional().catch(undefined),
    timeZone: z.string().max(64).optional().catch(undefined),
    starred: z.boolean().optional().catch(undefined),
    tags: z.array(z.string().max(200)).optional().catch(undefined),
    text: z
      .string("it has no text")
      .max(LONGEST_TEXT, `its text is longer than ${LONGEST_TEXT.toLocaleString("en")} characters`)
      .optional(),
    photos: attachments,
    videos: attachments,
    audios: attachments,
    pdfAttachments: attachments,
    location: z.object({}).optional().catch(undefined),
    weather: z.object({}).optional().catch(undefined),
    music: z.object({}).optional().catch(undefined),
  },
  "it is not an entry",
);

export const DayOneFileSchema = z.object({
  metadata: z.object({ version: z.string() }),
  entries: z.array(z.unknown()),
});

export type ReadDayOne =
  | {
      ok: true;
      entry: PortableEntry;
      /** Pictures and recordings that stay behind. */
      pictures: number;
      /** The same, and what else does. */
      left: LeftBehind;
    }
  | { ok: false; why: string };

/** What Day One wrote, as an entry: a free page with its first heading as the title. */
export function fromDayOne(value: unknown, usual: Usual): ReadDayOne {
  const result = DayOneEntrySchema.safeParse(value);
  if (!result.success) return { ok: false, why: result.error.issues[0]?.message ?? "it cannot be read" };
  const { data } = result;
  const media = [data.photos, data.videos, data.audios, data.pdfAttachments].flatMap((list) => list ?? []);
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
      ...pageOf(withoutPictures(data.text ?? "", media)),
      answers: [],
      mood: said(MOOD),
      tags: tagsFrom(all.filter((tag) => !tag.startsWith(MOOD) && !tag.startsWith(PASSAGE)).join(",")),
    },
  });
  const left = {
    pictures: media.length,
    places: data.location ? 1 : 0,
    weather: data.weather ? 1 : 0,
    music: data.music ? 1 : 0,
  };
  return { ok: true, entry, pictures: media.length, left };
}

/** Removes the entry's picture placeholders; words that only look like one stay. */
function withoutPictures(text: string, media: { identifier?: string }[]): string {
  const ids = new Set(media.flatMap(({ identifier }) => (identifier ? [identifier] : [])));
  if (ids.size === 0) return text;
  return text
    .replace(/!\[\]\(dayone-moment:\/+(?:\w+\/)?(\w+)\)\n{0,2}/g, (place, id: string) =>
      ids.has(id) ? "" : place,
    )
    .trimEnd();
}

function pageOf(text: string): { title: string; body: string } {
  const source = text.toWellFormed().replaceAll("\0", "");
  const [heading, title = ""] = /^# (.*)(?:\n{1,2}|$)/.exec(source) ?? [];
  const plain = (part: string) => part.replace(ESCAPED, "$1");
  if (heading === undefined || !title.trim()) return { title: "", body: plain(source) };
  return { title: plain(title.trim()), body: plain(source.slice(heading.length)) };
}
