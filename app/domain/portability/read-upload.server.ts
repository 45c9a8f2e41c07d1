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
 * Indexes the pictures of an archive by name before its texts are read. Only the fingerprints are kept in
 * memory. `others` counts files with a picture's name that are too large or of another format.
 * @throws ZipError, UploadError
 */
async function indexPictures(files: readonly ZipMember[], maxBytes: number) {
  const pictures = new Map<string, ArchivedPicture>();
  let others = 0;
  let remaining = maxBytes;
  for (const file of files) {
    if (!isImage(file.name) || isHidden(file.name)) continue;
    const bytes = file.size > PICTURE_LIMITS.bytes ? null : await file.read(PICTURE_LIMITS.bytes);
    remaining -= bytes?.length ?? 0;
    if (remaining < 0) throw new UploadError("too_costly");
    if (bytes && kindOfPicture(bytes)) pictures.set(file.name, { key: fingerprintOf(bytes), file });
    else others++;
  }
  return { pictures, others };
}

const fingerprintOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("base64url").slice(0, 22);

/**
 * Resolves the pictures of the entries found so far; rejects an entry without any content once missing pictures are
 * dropped.
 */
function attachEntryPictures(upload: UploadContext): void {
  const { found } = upload;
  const resolve = pictureResolver(upload);
  found.entries = found.entries.flatMap((candidate) => {
    const { entry } = candidate;
    const content = resolve(entry.content);
    const versions = entry.versions.map((version) => ({ ...version, content: resolve(version.content) }));
    if (!isBlank(content)) return [{ ...candidate, entry: { ...entry, content, versions } }];
    rejectItem(found, entry.forDate, t("it contains no words"));
    return [];
  });
}

function attachDraftPictures(upload: UploadContext): void {
  upload.found.drafts = upload.found.drafts.map(pictureResolver(upload));
}

function pictureResolver(upload: UploadContext) {
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

/** Counts the media files that no entry can show. */
function countOtherMedia(files: readonly ZipMember[]): MediaCounts {
  const others: MediaCounts = { pictures: 0, videos: 0, recordings: 0 };
  for (const { name } of files) {
    const kind = isHidden(name) || isImage(name) ? undefined : mediaKind(name);
    if (kind) others[kind]++;
  }
  return others;
}

/** Counts skipped media after all files were read: the larger of the references in texts and the files, because some apps have only one of them. */
function countSkippedMedia({ found, pictures, shown, missing, others }: UploadContext): void {
  const referenced: MediaCounts = { pictures: missing, videos: 0, recordings: 0 };
  const files: MediaCounts = { ...others, pictures: others.pictures + pictures.size - shown.size };
  for (const kind of MEDIA_KINDS) {
    const skipped = Math.max((found.left[kind] ?? 0) + referenced[kind], files[kind]);
    if (skipped > 0) found.left[kind] = skipped;
  }
}

/** Reads an upload: its content in batches, and its pictures. */
type UploadReader = {
  /** Batches of entries as they are found, then the rest. Unreadable items are reported, not thrown. @throws UploadError */
  pieces: () => AsyncGenerator<ParsedBatch>;
  /** A picture by fingerprint, after all batches; null if it cannot be read. */
  picture: (key: string) => Promise<Buffer | null>;
};

/** Creates a reader for a file of any supported format. */
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

/** Reads a zip; fills `byKey` with its pictures by fingerprint. */
async function* readArchive(
  source: ByteSource,
  upload: UploadContext,
  byKey: Map<string, ZipMember>,
): AsyncGenerator<ParsedBatch> {
  const { files: maxFiles, fileBytes, totalBytes } = IMPORT_LIMITS.zip;
  let read = 0;
  try {
    const { files } = await openArchive(source, maxFiles);
    // Photos hardly compress: more than twice the archive's size is a decompression bomb.
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
    let remaining = totalBytes;
    for (const file of files) {
      if (isHidden(file.name) || !isText(file.name)) continue;
      const bytes = await file.read(Math.min(remaining, fileBytes));
      remaining -= bytes.length;
      read++;
      try {
        readTextFile(file.name, bytes, upload);
      } catch (error) {
        // A single unreadable file of an archive is reported and skipped.
        if (!(error instanceof UploadError) || ARCHIVE_STOPPERS.has(error.code)) throw error;
        rejectItem(upload.found, file.name, FILE_REFUSALS[error.code] ?? t("it cannot be read"));
      }
      yield* drainEntries(upload, MIN_BATCH_ENTRIES);
    }
  } catch (error) {
    throw error instanceof ZipError ? new UploadError(`zip_${error.code}`) : error;
  }
  if (read === 0) throw new UploadError("nothing");
  yield* drainEntries(upload, 1);
}

async function* readSingle(
  name: string,
  source: ByteSource,
  upload: UploadContext,
): AsyncGenerator<ParsedBatch> {
  if (source.size > IMPORT_LIMITS.zip.fileBytes) throw new UploadError("text_too_large");
  readTextFile(name, await source.read(0, source.size), upload);
  yield* drainEntries(upload, 1);
}

/** Small files yield their entries in batches of at least this size. */
const MIN_BATCH_ENTRIES = 100;

/** Yields the entries found so far and removes them, once there are at least `min`. */
function* drainEntries(upload: UploadContext, min: number): Generator<ParsedBatch> {
  if (upload.found.entries.length < min) return;
  attachEntryPictures(upload);
  const { entries } = upload.found;
  upload.found.entries = [];
  for (const items of toBatches(entries)) yield { list: "entries", items };
}
