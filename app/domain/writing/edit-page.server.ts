import { dayInWords } from "~/domain/calendar/day-in-words";
import { readPageNumber } from "~/domain/journal/entries/content-pages";
import { editParts, textsOfPart } from "~/domain/journal/entries/edit-parts";
import { readEntry } from "~/domain/journal/entries/entries.server";
import { entryName } from "~/domain/journal/entries/entry";
import { picturesToEdit } from "~/domain/journal/pictures/gather.server";
import { tagsOfLate } from "~/domain/journal/tags/list-tags.server";
import type { Member } from "~/domain/member/member";

type EditPageAddress = {
  /** The picture whose handwriting is typed out, shown beside the words. */
  picture: string | null;
  /** Which part of a long entry. */
  part: string | null;
};

/** An entry, or a part of a long one, in the form that changes it; null where there is none to be changed. */
export async function openEditPage(member: Member, entryId: string, address: EditPageAddress) {
  const [entry, suggestedTags] = await Promise.all([readEntry(member, entryId), tagsOfLate(member)]);
  if (!entry?.content || entry.deletedAt) return null;
  const { id, kind, slot, forDate, version, content } = entry;
  const parts = editParts(kind, content);
  const part = readPageNumber(address.part, parts.length);
  const { title, tags, mood, prayer } = content;
  const pictures = picturesToEdit(content.pictures);
  return {
    ...{ id, kind, version, suggestedTags, pictures, part, parts: parts.length },
    content: { ...textsOfPart(content, parts[part - 1] ?? []), title, tags, mood, prayer },
    typedOut: pictures?.find((each) => each.id === address.picture) ?? null,
    name: entryName(kind, slot),
    dateLine: dayInWords(forDate),
  };
}
