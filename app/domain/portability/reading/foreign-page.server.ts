import { tagsFrom } from "~/domain/journal/entries/content";
import { PICTURE_LIMITS, placeholderLine, type Picture } from "~/domain/journal/pictures/picture";
import { MAX_STORED_TEXT } from "~/domain/portability/file-codecs";
import { foreignEntryDefaults } from "~/domain/portability/foreign-entry";
import type { SkippedItems } from "~/domain/portability/parsed-upload";
import { t } from "~/i18n/t";
import { archivedPicture } from "./archive-files";
import type { EntryMoment } from "./days";
import type { ForeignResult, ReadContext } from "./read-context";

/** One entry as a format reads it. */
export type ForeignPage = EntryMoment & {
  /** The program's own id, so that a second import of the entry is recognised: "journey-1234". */
  id?: string;
  updatedAt?: Date;
  title?: string;
  /** Markdown. Pictures are references in it: `![text](path)` or `![[path]]`. */
  text: string;
  /** Whether title and text escape Markdown punctuation with a backslash. */
  isEscaped?: boolean;
  /** References of further pictures, in their order, below the text. */
  pictures?: readonly string[];
  tags?: readonly string[];
  mood?: string;
  favourite?: boolean;
  passageRef?: string;
  /** Skipped content by kind, pictures excepted: they are counted here. */
  left?: SkippedItems;
};

const cleanText = (text: string) => text.toWellFormed().replaceAll("\0", "").replace(/\r\n?/g, "\n");

/** Converts a page into a free page of the journal: places its pictures, cleans its text, fits its tags. */
export function toForeignEntry(
  page: ForeignPage,
  file: { name: string },
  context: Pick<ReadContext, "findPicture">,
): ForeignResult {
  const { id, forDate, createdAt, timezone, updatedAt, title = "", tags = [], mood = "", favourite } = page;
  const unescape = (part: string) => (page.isEscaped ? part.replace(ESCAPED, "$1") : part);
  const placed = placePictures(cleanText(page.text), page.pictures ?? [], (reference) =>
    context.findPicture(reference, file.name),
  );
  if (placed.text.length > MAX_STORED_TEXT) return { ok: false, why: t("its text is too long") };
  return {
    ok: true,
    left: { ...page.left, pictures: (page.left?.pictures ?? 0) + placed.left },
    entry: foreignEntryDefaults({
      ...(id && { id }),
      forDate,
      timezone,
      createdAt,
      updatedAt: updatedAt && !Number.isNaN(updatedAt.getTime()) ? updatedAt : createdAt,
      favourite: favourite ?? false,
      passageRef: page.passageRef ?? "",
      content: {
        title: unescape(cleanText(title)).replace(/\s+/g, " ").trim(),
        body: unescape(placed.text),
        ...(placed.pictures.length > 0 && { pictures: placed.pictures }),
        answers: [],
        mood: cleanText(mood).replace(/\s+/g, " ").trim(),
        tags: tagsFrom(tags.map(cleanText).join(",")),
      },
    }),
  };
}

const ESCAPED = /\\([!-/:-@[-`{-~])/g;

const IMAGE_LINK =
  /[ \t]{0,8}(?:!\[([^\]\\\n]{0,300})\]\(<?([^()<>\n]{1,500})>?\)|!\[\[([^\]|\n]{1,500})(?:\|[^\]\n]{0,100})?\]\])[ \t]{0,8}/g;

/** Replaces the references of pictures by placeholders, up to the limit of an entry. */
function placePictures(
  text: string,
  others: readonly string[],
  find: (reference: string) => string | undefined,
): { text: string; pictures: Picture[]; left: number } {
  const pictures: Picture[] = [];
  let left = 0;
  const add = (reference: string, alt: string) => {
    const name = find(reference);
    if (!name || pictures.length >= PICTURE_LIMITS.each) left++;
    else pictures.push(archivedPicture(name, alt));
    return name !== undefined && pictures.at(-1)?.id === name;
  };
  const placed = text.replace(IMAGE_LINK, (whole, alt: string | undefined, path: string, wiki: string) => {
    const reference = path ?? wiki;
    if (/^[a-z]+:\/\//i.test(reference)) return whole;
    return add(reference, alt ?? "") ? `\n\n${placeholderLine(pictures.length - 1)}\n\n` : "\n\n";
  });
  const body = placed === text ? text : placed.replace(/\n{3,}/g, "\n\n");
  for (const reference of others) add(reference, "");
  return { text: body.trim(), pictures, left };
}

/** Splits off a first heading as the title. */
export function splitTitle(text: string): { title: string; text: string } {
  const [heading = "", title = ""] = /^#{1,2} (.+)(?:\n+|$)/.exec(text) ?? [];
  return { title: title.trim(), text: text.slice(heading.length) };
}
