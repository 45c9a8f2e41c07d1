import { createHash } from "node:crypto";
import { PictureModel } from "#models/picture.server";
import type { Picture } from "~/domain/journal/pictures/picture";
import { arePicturesEnabled, openPicture } from "~/domain/journal/pictures/pictures.server";
import type { Member } from "~/domain/member/member";
import type { ZippedFile } from "~/platform/zip/write-zip.server";
import { dayOneUuid } from "./day-one";
import type { PortableEntry } from "./foreign-entry";
import { pictureName } from "./picture-name";

/** Whether there are pictures to travel with a person's words. */
export async function hasPictures(member: Member): Promise<boolean> {
  return (await PictureModel.exists({ userId: member.id, looseSince: null })) !== null;
}

type Shown = Pick<PortableEntry, "content" | "versions" | "updatedAt">;

/** The files of these entries' pictures, those of earlier versions too, each once. */
export async function* pictureFiles(
  member: Member,
  entries: readonly Shown[],
  written: Set<string>,
): AsyncGenerator<ZippedFile> {
  for (const { content, versions, updatedAt } of entries)
    for (const { pictures = [] } of [content, ...versions.map((version) => version.content)])
      for (const { id } of pictures) {
        if (written.has(id)) continue;
        written.add(id);
        const text = await openPicture(member, id, "large");
        if (text) yield { name: pictureName(id), at: updatedAt, text };
      }
}

/** A picture as Day One names it: by an id in the text and by the fingerprint of its file. */
export type DayOnePhoto = {
  identifier: string;
  md5: string;
  type: "jpeg";
  orderInEntry: number;
  width: number;
  height: number;
};

/** The pictures of an entry for Day One. `files` collects which file each becomes. */
export async function dayOnePhotos(
  member: Member,
  { content }: PortableEntry,
  files: Map<string, string>,
): Promise<DayOnePhoto[]> {
  const photos: DayOnePhoto[] = [];
  for (const [orderInEntry, { id, width, height }] of (content.pictures ?? []).entries()) {
    const bytes = await openPicture(member, id, "large");
    if (!bytes) continue;
    const md5 = createHash("md5").update(bytes).digest("hex");
    files.set(id, `photos/${md5}.jpeg`);
    photos.push({ identifier: dayOneUuid(id), md5, type: "jpeg", orderInEntry, width, height });
  }
  return photos;
}

/** A small picture as part of a page that needs nothing else. */
export async function picturesAsHtml(member: Member, pictures: readonly Picture[] = []): Promise<string> {
  if (!arePicturesEnabled()) return "";
  const all: string[] = [];
  for (const { id, text } of pictures) {
    const bytes = await openPicture(member, id, "small");
    const alt = text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    if (bytes)
      all.push(`<img dir="auto" alt="${alt}" src="data:image/jpeg;base64,${bytes.toString("base64")}">`);
  }
  return all.length > 0 ? `<p class="pictures">${all.join("\n")}</p>\n` : "";
}
