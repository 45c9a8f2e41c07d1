import { IMPORT_LIMITS, UploadError } from "~/domain/portability/data-texts";
import type { ArchiveView } from "~/domain/portability/import-format";
import type { SentFile } from "~/domain/portability/parsed-upload";
import { JsonLimitError, parseBoundedJson } from "~/platform/untrusted-text";
import { isWordDocument } from "~/platform/word-document.server";
import { isTar, openTar, TAR_HEADER_BYTES } from "~/platform/zip/read-tar.server";
import { openArchive, ZipError, type ByteSource, type ZipMember } from "~/platform/zip/read-zip.server";
import { isZip, kindOfPackage } from "./archive-files";

/** A file to read: an upload itself, or a member of an archive. */
export type SourceFile = {
  /** Its path in the archive in NFC, or the name of the upload. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The decoded text with "\n" as line end and without byte order mark; undefined if the bytes are no text. */
  readonly text: string | undefined;
  /** The first 2,000 characters of the text; empty if the bytes are no text. */
  readonly head: string;
  /** The parsed JSON; undefined for another kind of text. @throws UploadError if it exceeds the limits */
  readonly json: unknown;
};

/** Remaining values of JSON, over all files of an upload. */
export type JsonBudget = { values: number };

const MAX_HEAD_CHARACTERS = 2_000;

/** Creates a source file; its text is decoded and its JSON parsed on first access. */
export function sourceFile(name: string, bytes: Uint8Array, budget: JsonBudget): SourceFile {
  let decoded: { text: string | undefined } | undefined;
  let parsed: { json: unknown } | undefined;
  return {
    name,
    bytes,
    get text() {
      decoded ??= { text: decodeFile(bytes) };
      return decoded.text;
    },
    get head() {
      return (this.text ?? "").slice(0, MAX_HEAD_CHARACTERS);
    },
    get json() {
      parsed ??= { json: parseJson(this.text ?? "", budget) };
      return parsed.json;
    },
  };
}

function parseJson(text: string, budget: JsonBudget): unknown {
  if (!/^\s*[[{]/.test(text.slice(0, 1_000))) return undefined;
  try {
    return parseBoundedJson(text, { ...IMPORT_LIMITS.json, values: budget.values }, (values) => {
      budget.values -= values;
    });
  } catch (error) {
    if (error instanceof JsonLimitError) throw new UploadError("too_costly");
    return undefined;
  }
}

/**
 * Decodes a text file with "\n" as line end. It may be UTF-8, UTF-16 with its byte order mark, or Windows-1252, which
 * includes Latin-1. Undefined if the bytes are binary.
 */
function decodeFile(bytes: Uint8Array): string | undefined {
  const text = decodeUtf16(bytes) ?? decodeUtf8(bytes) ?? decodeWestern(bytes);
  return text === undefined ? undefined : normaliseLineEnds(text.replaceAll("\0", ""));
}

function decodeUtf16(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  return first === 0xfe && second === 0xff ? new TextDecoder("utf-16be").decode(bytes) : undefined;
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Control characters do not occur in a text of one byte per character, so they mean that a file is binary. */
const isControl = (byte: number) => byte < 9 || (byte > 13 && byte < 32);

/** Characters of Windows-1252 from 0x80 to 0x9F. The file is decoded as Latin-1, where these are control characters. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

function decodeWestern(bytes: Uint8Array): string | undefined {
  if (bytes.some(isControl)) return undefined;
  const latin = Buffer.from(bytes).toString("latin1");
  return latin.replace(/[\u0080-\u009f]/g, (sign) => WINDOWS_1252[sign.charCodeAt(0) - 0x80] ?? sign);
}

/** Converts the line ends if the first line end has a carriage return. Otherwise a carriage return belongs to the text. */
const normaliseLineEnds = (text: string) => (/^[^\n\r]*\r/.test(text) ? text.replace(/\r\n?/g, "\n") : text);

/** Provides the visible files of an archive. All bytes that are read, repeated reads too, count against one limit. */
export function createArchive(members: readonly ZipMember[], budget: JsonBudget) {
  const byName = new Map(members.map((member) => [member.name, member]));
  const computed = new Map<string, unknown>();
  let remaining: number = IMPORT_LIMITS.zip.totalBytes;
  const open = async (member: ZipMember): Promise<SourceFile> => {
    const bytes = await member.read(Math.min(remaining, IMPORT_LIMITS.zip.fileBytes));
    remaining -= bytes.length;
    return sourceFile(member.name, bytes, budget);
  };
  const find = async (name: string) => {
    const member = byName.get(name);
    return member ? open(member) : null;
  };
  const view: ArchiveView = {
    names: members.map(({ name }) => name),
    readText: async (name) => (await find(name))?.text ?? null,
    readJson: async (name) => (await find(name))?.json,
    readBytes: async (name) => (await find(name))?.bytes ?? null,
    once: <T>(key: string, compute: () => T) => {
      if (!computed.has(key)) computed.set(key, compute());
      return computed.get(key) as T;
    },
  };
  return { view, open };
}

/**
 * Opens an upload of several files like an archive of them. An archive among them is replaced by its files, in a folder
 * with its name. An unreadable archive stays in the list, so that it is reported as left out. @throws ZipError
 */
export async function openSentFiles(
  sent: readonly SentFile[],
  source: ByteSource,
  maxFiles: number,
): Promise<{ files: ZipMember[]; close: () => void }> {
  const files: ZipMember[] = [];
  let start = 0;
  for (const file of sent) {
    const part = sliceOf(source, start, file.size);
    files.push(...(await membersOf(file, part, Math.max(0, maxFiles - files.length))));
    start += file.size;
  }
  return { files, close: () => undefined };
}

const sliceOf = (source: ByteSource, start: number, size: number): ByteSource => ({
  size,
  read: (at, length) => source.read(start + at, Math.max(0, Math.min(length, size - at))),
});

async function membersOf({ name, size }: SentFile, part: ByteSource, maxFiles: number): Promise<ZipMember[]> {
  const read = (maxBytes: number) =>
    size > maxBytes ? Promise.reject(new ZipError("too_large")) : part.read(0, size);
  const whole = [{ name, size, read }];
  const head = await part.read(0, TAR_HEADER_BYTES);
  const open = isZip(head) ? openArchive : isTar(head) ? openTar : undefined;
  if (!open) return whole;
  try {
    const { files } = await open(part, maxFiles);
    const names = files.map((file) => file.name);
    if (isWordDocument(names) || kindOfPackage(names)) return whole;
    const folder = name.replace(/\.[^.]*$/, "");
    return files.map((file) => ({ ...file, name: `${folder}/${file.name}` }));
  } catch (error) {
    if (error instanceof ZipError && error.code === "unreadable") return whole;
    throw error;
  }
}

type Limits = { files: number; bytes: number };

/** Matches an archive at the top level of another (Notion's export in parts), and note formats that are archives. */
const isNested = (name: string) => /^[^/]+\.zip$|\.(?:textpack|bear2bk)$/i.test(name);
/** Matches any archive. It is used if an archive contains nothing else that can be read. */
const isArchive = (name: string) => /\.(?:zip|textpack|bear2bk)$/i.test(name);

/**
 * Replaces the archives in an archive by their files, in a folder with the name of their archive. `limits` are
 * the total number of files, and the bytes of the archives, which are held in memory. A damaged archive stays in the list, so
 * that it is reported as left out. @throws ZipError
 */
export async function unpackNested(
  members: readonly ZipMember[],
  limits: Limits,
  isReadable: (name: string) => boolean,
): Promise<ZipMember[]> {
  const isUnpacked = members.some(({ name }) => isReadable(name) || isNested(name)) ? isNested : isArchive;
  const unpacked: ZipMember[] = [];
  let bytes = limits.bytes;
  for (const member of members) {
    if (!isUnpacked(member.name)) {
      unpacked.push(member);
      continue;
    }
    const archive = await member.read(bytes);
    bytes -= archive.length;
    const files = await filesIn(archive, Math.max(0, limits.files - unpacked.length));
    if (!files) {
      unpacked.push(member);
      continue;
    }
    const folder = member.name.replace(/\.[^./]*$/, "");
    for (const file of files) unpacked.push({ ...file, name: `${folder}/${file.name}` });
  }
  return unpacked;
}

async function filesIn(archive: Buffer, maxFiles: number): Promise<ZipMember[] | undefined> {
  try {
    return (await openArchive(archive, maxFiles)).files;
  } catch (error) {
    if (error instanceof ZipError && error.code === "unreadable") return undefined;
    throw error;
  }
}
