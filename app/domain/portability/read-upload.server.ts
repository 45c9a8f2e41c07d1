import { createHash } from "node:crypto";
import { isBlank, type EntryContent } from "~/domain/journal/entries/content";
import { kindOfPicture, PICTURE_LIMITS } from "~/domain/journal/pictures/picture";
import { t } from "~/i18n/t";
import type { ByteSource } from "~/platform/zip/byte-source";
import { openArchive, ZipError, type ZipMember } from "~/platform/zip/read-zip.server";
import {
  createFileFinder,
  createFolderFinder,
  isHidden,
  isImage,
  isText,
  isZip,
  MEDIA_KINDS,
  mediaKind,
  pictureName,
} from "./archive-files";
import { ARCHIVE_STOPPERS, FILE_REFUSALS, IMPORT_LIMITS, UploadError } from "./data-texts";
import type { MediaCounts } from "./html-text";
import { emptyUpload, toBatches, UPLOAD_LISTS, type ParsedBatch, type ParseTask } from "./parsed-upload";
import { readTextFile, rejectItem, type ArchivedPicture, type UploadContext } from "./read-text-file.server";

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
export function attachEntryPictures(upload: UploadContext): void {
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
export function attachDraftPictures(upload: UploadContext): void {
  upload.found.drafts = upload.found.drafts.map(pictureTaker(upload));
}

function pictureTaker(upload: UploadContext) {
  const fileOf = upload.reading.fileOf ?? createFileFinder([]);
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
export function countOtherMedia(files: readonly ZipMember[]): MediaCounts {
  const others: MediaCounts = { pictures: 0, videos: 0, recordings: 0 };
  for (const { name } of files) {
    const kind = isHidden(name) || isImage(name) ? undefined : mediaKind(name);
    if (kind) others[kind]++;
  }
  return others;
}

/** Counts the pictures, videos and recordings that stay behind, once all is read. */
export function countSkippedMedia({ found, pictures, shown, missing, others }: UploadContext): void {
  // Some applications name these in the text, and some only put them beside it.
  const named: MediaCounts = { pictures: missing, videos: 0, recordings: 0 };
  const beside: MediaCounts = { ...others, pictures: others.pictures + pictures.size - shown.size };
  for (const kind of MEDIA_KINDS) {
    const left = Math.max((found.left[kind] ?? 0) + named[kind], beside[kind]);
    if (left > 0) found.left[kind] = left;
  }
}

/** A file that was uploaded: what it holds piece by piece, and the pictures that its entries show. */
export type UploadReader = {
  /** Entries as they are found, then everything else; what cannot be read is reported, not thrown. @throws UploadError */
  pieces: () => AsyncGenerator<ParsedBatch>;
  /** A picture by its fingerprint, once its entries were found; null where it cannot be read after all. */
  picture: (key: string) => Promise<Buffer | null>;
};

/** Begins to read an uploaded file of any kind. */
export function uploadReader({ name, reading }: ParseTask, source: ByteSource): UploadReader {
  const upload: UploadContext = {
    found: emptyUpload(),
    reading,
    values: IMPORT_LIMITS.json.values,
    beside: IMPORT_LIMITS.beside,
    tags: new Map(),
    isEncrypted: false,
    pictures: new Map(),
    shown: new Set(),
    missing: 0,
    others: { pictures: 0, videos: 0, recordings: 0 },
  };
  const files = new Map<string, ZipMember>();
  return {
    pieces: async function* () {
      if (isZip(await source.read(0, Math.min(4, source.size)))) yield* readArchive(source, upload, files);
      else yield* readSingle(name, source, upload);
      attachDraftPictures(upload);
      countSkippedMedia(upload);
      const { sources, count, left, settings } = upload.found;
      yield { sources, count, left, settings };
      for (const list of UPLOAD_LISTS)
        for (const items of toBatches<unknown>(upload.found[list])) yield { list, items } as ParsedBatch;
    },
    picture: async (key) => {
      try {
        return (await files.get(key)?.read(PICTURE_LIMITS.bytes)) ?? null;
      } catch (error) {
        if (error instanceof ZipError) return null;
        throw error;
      }
    },
  };
}

/** `byKey` is given the pictures by their fingerprints. */
async function* readArchive(
  source: ByteSource,
  upload: UploadContext,
  byKey: Map<string, ZipMember>,
): AsyncGenerator<ParsedBatch> {
  const { files: most, fileBytes, totalBytes } = IMPORT_LIMITS.zip;
  let read = 0;
  try {
    const { files } = await openArchive(source, most);
    // A picture hardly packs: what comes to more than twice the archive was not made by a camera.
    const { pictures, others } = await indexPictures(files, totalBytes + 2 * source.size);
    upload.pictures = pictures;
    for (const { key, file } of pictures.values()) byKey.set(key, file);
    upload.others = countOtherMedia(files);
    upload.others.pictures += others;
    const names = [...pictures.keys()];
    upload.reading = {
      ...upload.reading,
      fileOf: createFileFinder(names),
      filesIn: createFolderFinder(names),
    };
    let left = totalBytes;
    for (const file of files) {
      if (isHidden(file.name) || !isText(file.name)) continue;
      const bytes = await file.read(Math.min(left, fileBytes));
      left -= bytes.length;
      read++;
      try {
        readTextFile(file.name, bytes, upload);
      } catch (error) {
        // One file of many that cannot be read is reported and left out.
        if (!(error instanceof UploadError) || ARCHIVE_STOPPERS.has(error.code)) throw error;
        rejectItem(upload.found, file.name, FILE_REFUSALS[error.code] ?? t("it cannot be read"));
      }
      yield* entriesSoFar(upload, AT_ONCE);
    }
  } catch (error) {
    throw error instanceof ZipError ? new UploadError(`zip_${error.code}`) : error;
  }
  if (read === 0) throw new UploadError("nothing");
  yield* entriesSoFar(upload, 1);
}

async function* readSingle(
  name: string,
  source: ByteSource,
  upload: UploadContext,
): AsyncGenerator<ParsedBatch> {
  if (source.size > IMPORT_LIMITS.zip.fileBytes) throw new UploadError("text_too_large");
  readTextFile(name, await source.read(0, source.size), upload);
  yield* entriesSoFar(upload, 1);
}

/** As many entries of small files travel together. */
const AT_ONCE = 100;

/** Hands on the entries that were found, and keeps nothing of them. */
function* entriesSoFar(upload: UploadContext, least: number): Generator<ParsedBatch> {
  if (upload.found.entries.length < least) return;
  attachEntryPictures(upload);
  const { entries } = upload.found;
  upload.found.entries = [];
  for (const items of toBatches(entries)) yield { list: "entries", items };
}
