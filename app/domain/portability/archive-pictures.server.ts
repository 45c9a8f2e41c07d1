import { createHash } from "node:crypto";
import { isBlank, type EntryContent } from "~/domain/journal/entries/content";
import { kindOfPicture, PICTURE_LIMITS } from "~/domain/journal/pictures/picture";
import { t } from "~/i18n/t";
import type { ZipMember } from "~/platform/zip/read-zip.server";
import { UploadError } from "./data-texts";
import { isHidden, isImage, MEDIA_KINDS, mediaKind } from "./file-kinds";
import { fileFinder } from "./foreign-pictures";
import type { Media } from "./html-text";
import { rejectItem, type ArchivedPicture, type Upload } from "./parsed-upload.server";
import { pictureName } from "./picture-name";

/**
 * Looks at the pictures of an archive before its texts are read, which name them. Of a picture only its fingerprint is kept;
 * `others` counts the files that are named like pictures and are of another kind, or larger than a picture may be.
 * @throws ZipError, UploadError
 */
export async function indexPictures(files: readonly ZipMember[], mostBytes: number) {
  const pictures = new Map<string, ArchivedPicture>();
  let others = 0;
  let left = mostBytes;
  for (const file of files) {
    if (!isImage(file.name) || isHidden(file.name)) continue;
    const bytes = file.size > PICTURE_LIMITS.bytes ? null : await file.read(PICTURE_LIMITS.bytes);
    left -= bytes?.length ?? 0;
    if (left < 0) throw new UploadError("too_costly");
    if (bytes && kindOfPicture(bytes)) pictures.set(file.name, { key: fingerprintOf(bytes), file });
    else others++;
  }
  return { pictures, others };
}

const fingerprintOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("base64url").slice(0, 22);

/** Gives the entries found so far the pictures that the archive has for them. */
export function attachEntryPictures(upload: Upload): void {
  const { found } = upload;
  const taken = pictureTaker(upload);
  found.entries = found.entries.flatMap((one) => {
    const { entry } = one;
    const content = taken(entry.content);
    const versions = entry.versions.map((version) => ({ ...version, content: taken(version.content) }));
    if (!isBlank(content)) return [{ ...one, entry: { ...entry, content, versions } }];
    rejectItem(found, entry.forDate, t("it contains no words"));
    return [];
  });
}

/** The same for all drafts, at the end. */
export function attachDraftPictures(upload: Upload): void {
  upload.found.drafts = upload.found.drafts.map(pictureTaker(upload));
}

function pictureTaker(upload: Upload) {
  const fileOf = upload.reading.fileOf ?? fileFinder([]);
  return <Content extends Pick<EntryContent, "pictures">>(content: Content): Content => {
    if (!content.pictures) return content;
    const own = content.pictures.flatMap((picture) => {
      const name = fileOf(/^[\w-]{22}$/.test(picture.id) ? pictureName(picture.id) : picture.id);
      const file = name && upload.pictures.get(name);
      if (!name || !file) {
        upload.missing++;
        return [];
      }
      upload.shown.add(name);
      return [{ ...picture, id: file.key }];
    });
    const { pictures: _, ...rest } = content;
    return (own.length > 0 ? { ...rest, pictures: own } : rest) as Content;
  };
}

/** Counts the files of an archive that no entry can show, by what they are. */
export function othersAmong(files: readonly ZipMember[]): Media {
  const others: Media = { pictures: 0, videos: 0, recordings: 0 };
  for (const { name } of files) {
    const kind = isHidden(name) || isImage(name) ? undefined : mediaKind(name);
    if (kind) others[kind]++;
  }
  return others;
}

/** Counts the pictures, videos and recordings that stay behind, once all is read. */
export function countLeftMedia({ found, pictures, shown, missing, others }: Upload): void {
  // Some applications name these in the text, and some only put them beside it.
  const named: Media = { pictures: missing, videos: 0, recordings: 0 };
  const beside: Media = { ...others, pictures: others.pictures + pictures.size - shown.size };
  for (const kind of MEDIA_KINDS) {
    const left = Math.max((found.left[kind] ?? 0) + named[kind], beside[kind]);
    if (left > 0) found.left[kind] = left;
  }
}
