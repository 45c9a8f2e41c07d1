/**
 * Decodes a text file with "\n" as line end. It may be UTF-8, UTF-16 with its byte order mark, or Windows-1252, which
 * includes Latin-1. Undefined if the bytes are binary.
 */
export function decodeFile(bytes: Uint8Array): string | undefined {
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

function decodeWestern(bytes: Uint8Array): string | undefined {
  return bytes.some(isControl) ? undefined : new TextDecoder("windows-1252").decode(bytes);
}

/** An editor that converts line ends converts all of them; a carriage return in a file of "\n" belongs to its text. */
const normaliseLineEnds = (text: string) => (/^[^\n\r]*\r/.test(text) ? text.replace(/\r\n?/g, "\n") : text);
