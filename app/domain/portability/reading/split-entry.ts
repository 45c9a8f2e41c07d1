import { CONTENT_LIMITS, segmentEnd } from "~/domain/journal/entries/content";
import { placeholderLine, splitAtPlaceholders, type Picture } from "~/domain/journal/pictures/picture";
import type { PortableEntry } from "~/domain/portability/foreign-entry";
import { t } from "~/i18n/t";

/** Room for the placeholders that are written again. */
const PART_CHARACTERS = CONTENT_LIMITS.stored - 1_000;

/**
 * Divides an entry whose text, with a line of `details` below it, is too long to be kept, at paragraphs, into parts whose
 * titles say so.
 */
export function splitLongEntry(entry: PortableEntry, details = ""): PortableEntry[] {
  const { title, body, pictures = [], ...content } = entry.content;
  if (body.length + details.length + 2 <= CONTENT_LIMITS.stored) return [entry];
  const texts: string[] = [];
  for (let from = 0; from < body.length;) {
    const to = segmentEnd(body, from, PART_CHARACTERS);
    texts.push(body.slice(from, to).trim());
    from = to;
  }
  const placed = texts.map((text) => splitAtPlaceholders(text, pictures.length));
  const indexes = new Set(placed.flat().filter((part) => typeof part === "number"));
  const unplaced = pictures.filter((_, at) => !indexes.has(at));
  return texts.map((text, at) => {
    const parts = placed[at] ?? [text];
    const own: Picture[] = [];
    const written = parts.map((part) => {
      if (typeof part === "string") return part;
      const picture = pictures[part];
      return picture ? placeholderLine(own.push(picture) - 1) : "";
    });
    if (at === texts.length - 1) own.push(...unplaced);
    const part = t("part {number} of {count}", { number: at + 1, count: texts.length });
    return {
      ...entry,
      // A further part is recognised by its content.
      id: at === 0 ? entry.id : "",
      content: {
        ...content,
        title: title ? `${title} (${part})` : part,
        body: written.join(own.length > 0 ? "\n\n" : ""),
        ...(own.length > 0 && { pictures: own }),
      },
    };
  });
}
