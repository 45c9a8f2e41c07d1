import { PictureModel } from "#models/picture.server";
import type { EntryContent } from "~/domain/journal/entries/content";
import { draftKeyOf } from "~/domain/journal/entries/draft-key";
import { draftIdOf, journalKeys, type JournalKeys } from "~/domain/journal/entries/sealed-content.server";
import { kindOfPicture } from "~/domain/journal/pictures/picture";
import { keepPicture } from "~/domain/journal/pictures/pictures.server";
import type { Member } from "~/domain/member/member";
import { repeatedId } from "~/domain/member/person-keys.server";
import { decodePicture } from "~/platform/pictures.server";
import type { DraftInFile } from "./export-schema";
import type { Found } from "./found";
import type { ComingPicture } from "./import-parts";
import type { PortableEntry } from "./portable-entry";

/** Gives the pictures of entries that come the ids that they will have: of this person and of this entry, always the same. */
export function namedPictures(
  member: Member,
  coming: readonly PortableEntry[],
  { drafts, pictures: found }: Pick<Found, "drafts" | "pictures">,
): { entries: PortableEntry[]; drafts: DraftInFile[]; pictures: ComingPicture[] } {
  const files = new Map(found.map(({ key, base64 }) => [key, base64]));
  const pictures = new Map<string, ComingPicture>();
  const named = <Content extends Pick<EntryContent, "pictures">>(holder: string, content: Content) => ({
    ...content,
    ...(content.pictures && {
      pictures: content.pictures.map((picture) => {
        const id = repeatedId(member, "pictures", `import|${holder}|${picture.id}`);
        pictures.set(id, { id, holder, base64: files.get(picture.id) ?? "" });
        return { ...picture, id };
      }),
    }),
  });
  const entries = coming.map((entry) => ({
    ...entry,
    content: named(entry.id, entry.content),
    versions: entry.versions.map((version) => ({ ...version, content: named(entry.id, version.content) })),
  }));
  const keys = journalKeys(member);
  return {
    entries,
    drafts: drafts.map((draft) => named(importedDraftId(keys, draft), draft)),
    pictures: [...pictures.values()],
  };
}

/** Keeps some pictures; one that cannot be opened is left out, and its entry comes without it. @throws JournalFullError */
export async function bringPictures(member: Member, pictures: readonly ComingPicture[]): Promise<void> {
  for (const { id, holder, base64 } of pictures) {
    if (await PictureModel.exists({ _id: id, userId: member.id })) continue;
    const bytes = new Uint8Array(Buffer.from(base64, "base64"));
    const decoded = kindOfPicture(bytes) && (await decodePicture(bytes));
    if (decoded) await keepPicture(member, { id, holder }, decoded);
  }
}

/** The draft that a draft in a file becomes. */
export const importedDraftId = (keys: JournalKeys, { slot, forDate, prayer }: DraftInFile): string =>
  draftIdOf(keys, draftKeyOf(slot, forDate, prayer));

/** Gives contents those of their pictures that are here, with their measures; from now on something shows these. */
export async function keptPictures(
  member: Member,
  contents: readonly Pick<EntryContent, "pictures">[],
): Promise<<Content extends Pick<EntryContent, "pictures">>(content: Content) => Content> {
  const ids = contents.flatMap(({ pictures = [] }) => pictures.map(({ id }) => id));
  if (ids.length === 0) return (content) => content;
  const mine = { _id: { $in: ids }, userId: member.id };
  const records = await PictureModel.find(mine, { width: 1, height: 1 }).lean();
  await PictureModel.updateMany(mine, { $set: { looseSince: null } });
  const here = new Map(records.map(({ _id, width, height }) => [_id, { width, height }]));
  return <Content extends Pick<EntryContent, "pictures">>({ pictures = [], ...content }: Content) => {
    const own = pictures.flatMap((picture) => {
      const size = here.get(picture.id);
      return size ? [{ ...picture, ...size }] : [];
    });
    return (own.length > 0 ? { ...content, pictures: own } : content) as Content;
  };
}

/** Entries with those of their pictures that are here. */
export async function withKeptPictures(
  member: Member,
  entries: readonly PortableEntry[],
): Promise<PortableEntry[]> {
  const contents = entries.flatMap(({ content, versions }) => [
    content,
    ...versions.map((version) => version.content),
  ]);
  const kept = await keptPictures(member, contents);
  return entries.map((entry) => ({
    ...entry,
    content: kept(entry.content),
    versions: entry.versions.map((version) => ({ ...version, content: kept(version.content) })),
  }));
}
