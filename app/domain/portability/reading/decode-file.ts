/** Decodes a text file with "\n" as line end; undefined if the bytes are no text in UTF-8. */
export function decodeFile(bytes: Uint8Array): string | undefined {
  try {
    return normaliseLineEnds(new TextDecoder("utf-8", { fatal: true }).decode(bytes).replaceAll("\0", ""));
  } catch {
    return undefined;
  }
}

/** An editor that converts line ends converts all of them; a carriage return in a file of "\n" belongs to its text. */
const normaliseLineEnds = (text: string) => (/^[^\n\r]*\r/.test(text) ? text.replace(/\r\n?/g, "\n") : text);
