import { dayInWords } from "~/domain/calendar/day-in-words";
import { readEntry } from "~/domain/journal/entries/entries.server";
import { entryName } from "~/domain/journal/entries/entry";
import { picturesToEdit } from "~/domain/journal/pictures/gather.server";
import { listLoose } from "~/domain/journal/pictures/pictures.server";
import { tagsOfLate } from "~/domain/journal/tags/list-tags.server";
import type { Member } from "~/domain/member/member";

/**
 * An entry in the form that changes it; null where there is none to be changed. `picture`: the one whose handwriting is typed out,
 * shown beside the words.
 */
export async function openEditPage(member: Member, entryId: string, picture: string | null) {
  const [entry, suggestedTags, waiting] = await Promise.all([
    readEntry(member, entryId),
    tagsOfLate(member),
    listLoose(member, [entryId]),
  ]);
  if (!entry?.content || entry.deletedAt) return null;
  const { id, kind, slot, forDate, version, content } = entry;
  const pictures = picturesToEdit(content.pictures, waiting.get(entryId));
  return {
    ...{ id, kind, version, content, suggestedTags, pictures },
    typedOut: pictures?.find((each) => each.id === picture) ?? null,
    name: entryName(kind, slot),
    dateLine: dayInWords(forDate),
  };
}
