/** Limit for the texts of one page, so that the whole page stays below a megabyte. */
export const MAX_PAGE_TEXT_BYTES = 800_000;
/** Additional bytes of an escaped character: `&amp;` in the markup and `\u0026` in the hydration data. */
const ESCAPE_OVERHEAD_BYTES = 9;

/** Bytes of a text in a page, which contains it as markup and as hydration data. */
export const renderedBytes = (text: string): number =>
  2 * Buffer.byteLength(text) + ESCAPE_OVERHEAD_BYTES * (text.match(/[<>&"']/g)?.length ?? 0);
