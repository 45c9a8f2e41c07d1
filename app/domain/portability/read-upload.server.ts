import { isBlank } from "~/domain/journal/entries/content";
import {
  isBackup,
  isHidden,
  isImage,
  isZip,
  kindOfPackage,
  mediaKind,
} from "~/domain/portability/reading/archive-files";
import {
  createArchive,
  openSentFiles,
  sourceFile,
  unpackNested,
  type JsonBudget,
  type SourceFile,
} from "~/domain/portability/reading/source-file.server";
import { t } from "~/i18n/t";
import { isWordDocument } from "~/platform/word-document.server";
import { isTar, openTar, TAR_HEADER_BYTES } from "~/platform/zip/read-tar.server";
import { openArchive, ZipError, type ByteSource, type ZipMember } from "~/platform/zip/read-zip.server";
import {
  ARCHIVE_STOPPERS,
  FILE_REFUSALS,
  IMPORT_LIMITS,
  UploadError,
  type UploadRefusal,
} from "./data-texts";
import { isImportable } from "./formats/formats.server";
import type { ArchiveView, ReadContext } from "./import-format";
import {
  emptyUpload,
  toBatches,
  UPLOAD_LISTS,
  type ParsedBatch,
  type ParseTask,
  type SentFile,
} from "./parsed-upload";
import { listSkippedFile, readFile, rejectItem, type Collected } from "./read-file.server";
import { UploadPictures } from "./upload-pictures.server";

/** State shared by the files of one upload. */
type Upload = Collected & {
  reading: ParseTask["reading"];
  budget: JsonBudget;
  pictures: UploadPictures;
  /** The files of an upload of several files. */
  files: SentFile[] | undefined;
  /** Files of an archive that are neither read nor media. */
  skipped: number;
};

/** Reads an upload: its content in batches, and its pictures. */
type UploadReader = {
  /** Batches of entries as they are found, then the rest. Unreadable items are reported, not thrown. @throws UploadError */
  batches: () => AsyncGenerator<ParsedBatch>;
  /** A picture by fingerprint, after all batches; null if it cannot be read. */
  picture: (key: string) => Promise<Buffer | null>;
};

/** Creates a reader for a file of any supported format. */
export function uploadReader({ name, files, reading }: ParseTask, source: ByteSource): UploadReader {
  const upload: Upload = {
    found: emptyUpload(),
    records: IMPORT_LIMITS.beside,
    reading,
    budget: { values: IMPORT_LIMITS.json.values },
    pictures: new UploadPictures(),
    files,
    skipped: 0,
  };
  return {
    batches: async function* () {
      const { found, pictures } = upload;
      const start = await source.read(0, Math.min(TAR_HEADER_BYTES, source.size));
      const openSent = files && ((all: ByteSource, max: number) => openSentFiles(files, all, max));
      const open = openSent ?? (isZip(start) ? openArchive : isTar(start) ? openTar : undefined);
      yield* open ? readArchive(name, source, open, upload) : readSingle(name, source, upload);
      found.drafts = found.drafts.map((draft) => pictures.resolve(draft));
      pictures.countSkipped(found.left);
      // Files in entries can be the skipped files of the archive, so the counts are not added.
      const otherFiles = Math.max(found.left.files ?? 0, upload.skipped);
      if (otherFiles > 0) found.left.files = otherFiles;
      const { sources, count, left, kept, settings, guessedDays } = found;
      yield { sources, count, left, kept, settings, guessedDays };
      for (const list of UPLOAD_LISTS)
        for (const items of toBatches<unknown>(found[list])) yield { list, items } as ParsedBatch;
    },
    picture: (key) => upload.pictures.read(key),
  };
}

/** Bytes that nested archives may unpack to beyond the size of their archive, which hardly compresses them. */
const NESTED_GAIN_BYTES = 1024 * 1024;

async function* readArchive(
  name: string,
  source: ByteSource,
  open: typeof openTar,
  upload: Upload,
): AsyncGenerator<ParsedBatch> {
  const { files: maxFiles, totalBytes } = IMPORT_LIMITS.zip;
  let read = 0;
  try {
    const { files } = await open(source, maxFiles);
    const names = files.map((file) => file.name);
    if (isWordDocument(names)) return yield* readSingle(name, source, upload);
    const kind = kindOfPackage(names);
    if (kind) throw new UploadError(`is_${kind}`);
    const members = await visibleMembers(files, source.size, upload);
    // Photos hardly compress, so pictures of more than twice the size of the archive are a decompression bomb.
    await upload.pictures.index(members, totalBytes + 2 * source.size);
    const archive = createArchive(members, upload.budget);
    for (const member of members) {
      if (isImage(member.name)) continue;
      if (!isImportable(member.name)) {
        skipFile(member.name, upload);
        continue;
      }
      const file = await archive.open(member);
      read++;
      try {
        yield* readEntries(file, archive.view, upload);
      } catch (error) {
        // A single unreadable file of an archive is reported and skipped.
        if (!(error instanceof UploadError) || ARCHIVE_STOPPERS.has(error.code)) throw error;
        rejectItem(upload.found, file.name, FILE_REFUSALS[error.code] ?? t("it cannot be read"));
      }
    }
    if (read === 0) throw new UploadError(refusalOfAll(members, upload));
  } catch (error) {
    throw error instanceof ZipError ? new UploadError(`zip_${error.code}`) : error;
  }
  yield* drainEntries(upload, 1);
  for (const picture of upload.pictures.unshown)
    listSkippedFile(upload.found, picture, t("no entry shows it"));
}

/** The files of an archive and of the archives in it, without metadata of operating systems, copies and trash. */
async function visibleMembers(
  files: readonly ZipMember[],
  size: number,
  { found }: Upload,
): Promise<ZipMember[]> {
  const isVisible = ({ name }: ZipMember) => {
    if (!isBackup(name)) return !isHidden(name);
    listSkippedFile(found, name, t("its program keeps it as a copy or in its trash"));
    return false;
  };
  const limits = { files: IMPORT_LIMITS.zip.files, bytes: size + NESTED_GAIN_BYTES };
  return (await unpackNested(files.filter(isVisible), limits, isImportable)).filter(isVisible);
}

/** Counts and lists a file that is neither imported nor a picture. */
function skipFile(name: string, upload: Upload): void {
  const { found } = upload;
  const kind = mediaKind(name);
  if (!kind) upload.skipped++;
  const refusal = refusalOfEnding(name);
  const own = refusal ? FILE_REFUSALS[refusal] : undefined;
  const archive = name.includes("/") ? NESTED_WORDS : ARCHIVE_WORDS;
  listSkippedFile(
    found,
    name,
    kind ? MEDIA_WORDS[kind] : /\.(?:zip|tar)$/i.test(name) ? archive : (own ?? OTHER_WORDS),
  );
}

const REFUSAL_OF_ENDING: Record<string, UploadRefusal> = {
  ...{ rtf: "is_rtf", pdf: "is_pdf", doc: "is_word", ics: "is_calendar", one: "is_onenote", epub: "is_epub" },
  ...{ odt: "is_open_document", pages: "is_iwork", xlsx: "is_office", pptx: "is_office" },
  webarchive: "is_web_archive",
};
const refusalOfEnding = (name: string): UploadRefusal | undefined =>
  REFUSAL_OF_ENDING[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ""];

/** The refusal of an archive without a readable file: the refusal of its files if they are all of one kind. */
function refusalOfAll(members: readonly ZipMember[], { files }: Upload): UploadRefusal {
  const refusals = new Set(
    members.filter(({ name }) => !isImage(name)).map(({ name }) => refusalOfEnding(name)),
  );
  const [only] = refusals;
  return (refusals.size === 1 && only) || (files ? "nothing_sent" : "nothing");
}

const OTHER_WORDS = t("we do not read this kind of file");
const NESTED_WORDS = t("it is an archive within another: please bring it on its own");
const ARCHIVE_WORDS = t("it is an archive that we cannot open");
const MEDIA_WORDS = {
  pictures: t("we cannot show this kind of picture"),
  videos: t("it is a video"),
  recordings: t("it is a recording"),
};

async function* readSingle(name: string, source: ByteSource, upload: Upload): AsyncGenerator<ParsedBatch> {
  if (source.size > IMPORT_LIMITS.zip.fileBytes) throw new UploadError("text_too_large");
  const file = sourceFile(name, await source.read(0, source.size), upload.budget);
  yield* readEntries(file, createArchive([], upload.budget).view, upload);
  yield* drainEntries(upload, 1);
}

/** Reads a file, and yields the entries found so far whenever they fill a batch. @throws UploadError */
async function* readEntries(
  file: SourceFile,
  archive: ArchiveView,
  upload: Upload,
): AsyncGenerator<ParsedBatch> {
  const { pictures } = upload;
  const context: ReadContext = {
    ...upload.reading,
    archive,
    onGuess: () => {
      upload.found.guessedDays = upload.reading.dayOrder ?? "day";
    },
    findPicture: (reference, from) => pictures.find(reference, from),
    addPicture: (bytes) => pictures.add(bytes),
    dismissPicture: (reference, from) => pictures.dismiss(reference, from),
  };
  for await (const _ of readFile(file, context, upload)) yield* drainEntries(upload, MIN_BATCH_ENTRIES);
}

/** Minimum entries of a batch, so that small files are yielded together. */
const MIN_BATCH_ENTRIES = 100;

/** Yields the entries found so far and removes them, once there are at least `min`. */
function* drainEntries({ found, pictures }: Upload, min: number): Generator<ParsedBatch> {
  if (found.entries.length < min) return;
  const entries = found.entries.flatMap((candidate) => {
    const entry = pictures.attach(candidate.entry);
    if (!isBlank(entry.content) || candidate.details) return [{ ...candidate, entry }];
    rejectItem(found, entry.forDate, t("it contains no words"));
    return [];
  });
  found.entries = [];
  for (const items of toBatches(entries)) yield { list: "entries", items };
}
