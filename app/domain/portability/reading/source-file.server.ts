import { IMPORT_LIMITS, UploadError } from "~/domain/portability/data-texts";
import { JsonLimitError, parseBoundedJson } from "~/platform/untrusted-text";
import { decodeFile } from "./decode-file";

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
