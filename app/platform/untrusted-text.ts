/** Bytes as text, where they are UTF-8 without a zero; else undefined. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

/**
 * Text for HTML and XML: between elements, and in attributes between double quotation marks. One sign after the other,
 * because a call for each sign holds the thread when someone writes nothing else.
 */
export const escapeMarkup = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Thrown for JSON that holds more than it may. */
export class JsonLimitError extends Error {
  override name = "JsonLimitError";
}

export type JsonLimits = { depth: number; values: number };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
/** `[` and `{`; what closes them comes two signs later. */
const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);

/**
 * JSON as a value, if it stays within limits. They are counted before anything is built of it: forty kilobytes in an
 * archive can hold a million empty objects, which take half a gigabyte. @throws JsonLimitError, SyntaxError
 */
export function parseBoundedJson(
  text: string,
  limits: JsonLimits,
  /** Is told how many there are, for a limit of several texts together. */
  counted: (values: number) => void = () => undefined,
): unknown {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfText(text, at);
    else if (sign === COMMA) values++;
    else if (CLOSE.has(sign)) depth--;
    else if (OPEN.has(sign)) {
      values++;
      depth++;
    }
    if (depth > limits.depth || values > limits.values) throw new JsonLimitError();
  }
  counted(values);
  return JSON.parse(text) as unknown;
}

/** Where the text that begins at `at` ends. */
function endOfText(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
