import { PICTURE_LIMITS } from "~/domain/journal/pictures/picture";
import { t } from "~/i18n/t";
import type { ByteSource } from "~/platform/zip/byte-source";
import { openArchive, ZipError, type ZipMember } from "~/platform/zip/read-zip.server";
import {
  attachDraftPictures,
  attachEntryPictures,
  countLeftMedia,
  indexPictures,
  othersAmong,
} from "./archive-pictures.server";
import { IMPORT_LIMITS, STOPS, UploadError, WHY } from "./data-texts";
import { isHidden, isText, isZip } from "./file-kinds";
import { fileFinder, folderFinder } from "./foreign-pictures";
import { toBatches } from "./import-batches";
import { emptyUpload, LISTS, type ParsedPiece, type ReadingTask } from "./parsed-upload";
import { rejectItem, type Upload } from "./parsed-upload.server";
import { readTextFile } from "./read-text-file.server";

/** A file that was uploaded: what it holds piece by piece, and the pictures that its entries show. */
export type UploadReader = {
  /** Entries as they are found, then everything else; what cannot be read is reported, not thrown. @throws UploadError */
  pieces: () => AsyncGenerator<ParsedPiece>;
  /** A picture by its fingerprint, once its entries were found; null where it cannot be read after all. */
  picture: (key: string) => Promise<Buffer | null>;
};

/** Begins to read an uploaded file of any kind. */
export function uploadReader({ name, reading }: ReadingTask, source: ByteSource): UploadReader {
  const upload: Upload = {
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
      countLeftMedia(upload);
      const { sources, count, left, settings } = upload.found;
      yield { sources, count, left, settings };
      for (const list of LISTS)
        for (const items of toBatches<unknown>(upload.found[list])) yield { list, items } as ParsedPiece;
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
  upload: Upload,
  byKey: Map<string, ZipMember>,
): AsyncGenerator<ParsedPiece> {
  const { files: most, fileBytes, totalBytes } = IMPORT_LIMITS.zip;
  let read = 0;
  try {
    const { files } = await openArchive(source, most);
    // A picture hardly packs: what comes to more than twice the archive was not made by a camera.
    const { pictures, others } = await indexPictures(files, totalBytes + 2 * source.size);
    upload.pictures = pictures;
    for (const { key, file } of pictures.values()) byKey.set(key, file);
    upload.others = othersAmong(files);
    upload.others.pictures += others;
    const names = [...pictures.keys()];
    upload.reading = { ...upload.reading, fileOf: fileFinder(names), filesIn: folderFinder(names) };
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
        if (!(error instanceof UploadError) || STOPS.has(error.code)) throw error;
        rejectItem(upload.found, file.name, WHY[error.code] ?? t("it cannot be read"));
      }
      yield* entriesSoFar(upload, AT_ONCE);
    }
  } catch (error) {
    throw error instanceof ZipError ? new UploadError(`zip_${error.code}`) : error;
  }
  if (read === 0) throw new UploadError("nothing");
  yield* entriesSoFar(upload, 1);
}

async function* readSingle(name: string, source: ByteSource, upload: Upload): AsyncGenerator<ParsedPiece> {
  if (source.size > IMPORT_LIMITS.zip.fileBytes) throw new UploadError("text_too_large");
  readTextFile(name, await source.read(0, source.size), upload);
  yield* entriesSoFar(upload, 1);
}

/** As many entries of small files travel together. */
const AT_ONCE = 100;

/** Hands on the entries that were found, and keeps nothing of them. */
function* entriesSoFar(upload: Upload, least: number): Generator<ParsedPiece> {
  if (upload.found.entries.length < least) return;
  attachEntryPictures(upload);
  const { entries } = upload.found;
  upload.found.entries = [];
  for (const items of toBatches(entries)) yield { list: "entries", items };
}
