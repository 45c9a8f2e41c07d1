/** A page that shows several long texts holds this much of them; a page stays below a megabyte with the rest of it. */
export const MAX_PAGE_TEXT_BYTES = 800_000;
/** The additional bytes of an escaped character: `&amp;` in the markup and `\u0026` in the page's data. */
const ESCAPE_OVERHEAD_BYTES = 9;

/** The bytes of a text in a page, which holds it as markup and as data. */
export const renderedBytes = (text: string): number =>
  2 * Buffer.byteLength(text) + ESCAPE_OVERHEAD_BYTES * (text.match(/[<>&"']/g)?.length ?? 0);
