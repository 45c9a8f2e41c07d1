/** Each of them may become a token: some anywhere, some only at the beginning of a line. */
const SIGNS = new Set("*_[]<>`");
const SIGNS_OF_LINES = new Set("-+=#~.)");
const BEFORE_SIGNS = /[\s\d]/;

/**
 * Counted before the parser runs, because each of them costs it time, and so does each line. Where nothing is found the text
 * is plain and skips the parser.
 */
export function signsIn(text: string): number {
  let signs = 0;
  let lines = 0;
  let isAtStart = true;
  for (const sign of text) {
    if (sign === "\n" || sign === "\r") {
      lines++;
      isAtStart = true;
    } else if (SIGNS.has(sign) || (isAtStart && SIGNS_OF_LINES.has(sign))) signs++;
    else isAtStart &&= BEFORE_SIGNS.test(sign);
  }
  return signs === 0 ? 0 : signs + lines;
}
