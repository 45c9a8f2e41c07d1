import { IMPORT_LIMITS, UploadError } from "~/domain/portability/data-texts";
import { JsonLimitError, parseBoundedJson } from "~/platform/untrusted-text";

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

/** A file whose text is decoded, and whose JSON is parsed, when a format asks for it. */
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

/** Control characters, which a text in one byte per character does not have. */
const isControl = (byte: number) => byte < 9 || (byte > 13 && byte < 32);

/** The characters of Windows-1252 that Latin-1 does not have, from 0x80. Node's decoder reads the file as Latin-1. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

function decodeWestern(bytes: Uint8Array): string | undefined {
  if (bytes.some(isControl)) return undefined;
  const latin = Buffer.from(bytes).toString("latin1");
  return latin.replace(/[\u0080-\u009f]/g, (sign) => WINDOWS_1252[sign.charCodeAt(0) - 0x80] ?? sign);
}

/** An editor that converts line ends converts all of them; a carriage return in a file of "\n" belongs to its text. */
const normaliseLineEnds = (text: string) => (/^[^\n\r]*\r/.test(text) ? text.replace(/\r\n?/g, "\n") : text);
