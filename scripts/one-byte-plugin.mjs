import MagicString from "magic-string";

const BEYOND = /[^\0-\x7f]/;
/** A backslash before the letter goes with it: `\–` is the letter itself, and `\\u2013` would be two. */
const PIECE = /\\?[^\0-\x7f]|\\[\0-\x7f]/g;

const escaped = (/** @type {string} */ piece) => {
  const letter = piece.at(-1) ?? "";
  return BEYOND.test(letter) ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}` : piece;
};

/** The same regular expression in letters of ASCII. */
export const inAscii = (/** @type {string} */ pattern) => pattern.replace(PIECE, escaped);

/**
 * V8 keeps the text of what it runs, and gives every letter of it two bytes when one of them needs two. esbuild writes
 * strings in ASCII (vite.config.ts); this does it for regular expressions, which esbuild leaves as they are.
 *
 * @returns {import("vite").Plugin}
 */
export function oneByteText() {
  return {
    name: "still-and-know:one-byte-text",
    apply: (_config, { isSsrBuild }) => Boolean(isSsrBuild),
    renderChunk(code) {
      const text = new MagicString(code);
      for (const { start, end } of regExpsIn(this.parse(code))) {
        const literal = code.slice(start, end);
        if (BEYOND.test(literal)) text.update(start, end, inAscii(literal));
      }
      return text.hasChanged() ? { code: text.toString(), map: text.generateMap({ hires: true }) } : null;
    },
  };
}

/**
 * @param {unknown} node of a syntax tree
 * @returns {Generator<{ start: number, end: number }>}
 */
function* regExpsIn(node) {
  if (typeof node !== "object" || node === null) return;
  if ("regex" in node) yield /** @type {{ start: number, end: number }} */ (/** @type {unknown} */ (node));
  else for (const part of Object.values(node)) yield* regExpsIn(part);
}
