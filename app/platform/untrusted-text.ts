/** Decodes UTF-8; undefined if the bytes are invalid or contain NUL. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

/**
 * Escapes text for HTML and XML content and double-quoted attributes. Four passes are faster than a callback for each
 * character, which would block the event loop for a text that consists of special characters only.
 */
export const escapeMarkup = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

export class JsonLimitError extends Error {
  override name = "JsonLimitError";
}

export type JsonLimits = { depth: number; values: number };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);

/**
 * Parses JSON within limits of depth and number of values. Both are counted before parsing: forty compressed kilobytes can
 * contain a million empty objects, which take half a gigabyte. @throws JsonLimitError, SyntaxError
 */
export function parseBoundedJson(
  text: string,
  limits: JsonLimits,
  /** Receives the number of values, for a limit over several texts. */
  onCount: (values: number) => void = () => undefined,
): unknown {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) values++;
    else if (CLOSE.has(code)) depth--;
    else if (OPEN.has(code)) {
      values++;
      depth++;
    }
    if (depth > limits.depth || values > limits.values) throw new JsonLimitError();
  }
  onCount(values);
  return JSON.parse(text) as unknown;
}

/** The index of the closing quote of the string that begins at `at`. */
function endOfString(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
