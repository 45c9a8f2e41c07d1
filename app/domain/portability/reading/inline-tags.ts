/** A tag in a text: "#river", "#people/anna". Numbers and colours are text. */
const TAG =
  /(?<![^\s(])#(?!\d+(?![\p{L}\p{N}_/-])|(?=[a-f]*\d)[0-9a-f]{3,8}(?![\p{L}\p{N}_/-]))([\p{L}\p{N}\p{Extended_Pictographic}][\p{L}\p{M}\p{N}\p{Extended_Pictographic}_/&'’-]{0,80})/giu;
/** Bear closes a tag of several words: "#two words#". */
const CLOSED_TAG = /(?<![^\s(])#([\p{L}\p{N}][^\s#]*(?: [^\s#]+){0,5})#(?![\p{L}\p{N}_])/gu;
/** Code keeps its signs. A fence can begin in an item of a list or in a quotation. */
export const CODE =
  /^[ \t]*(?:(?:[-*+>]|\d{1,3}[.)])[ \t]+){0,5}(`{3,}(?![^\n]*`)|~{3,})[\s\S]*?(?:^[ \t>]*\1[`~]*[ \t]*$|(?![\s\S]))|`[^`\n]*`/gm;
/** Converts the text between its code. */
export function mapProse(text: string, convert: (prose: string) => string): string {
  let mapped = "";
  let from = 0;
  for (const { index, 0: code } of text.matchAll(CODE)) {
    mapped += convert(text.slice(from, index)) + code;
    from = index + code.length;
  }
  return mapped + convert(text.slice(from));
}

/** A line that begins or ends code. */
export const FENCE = /^[ \t]*(?:(?:[-*+>]|\d{1,3}[.)])[ \t]+){0,5}(?:`{3,}[^`]*|~{3,}.*)$/;

/**
 * Finds the tags in a text. A tag at the end of a line, or in a line of tags, is removed from the text; one within a sentence
 * stays as a word without its sign.
 */
export function splitInlineTags(text: string): { text: string; tags: string[] } {
  const code: string[] = [];
  const tags: string[] = [];
  const add = (tag: string) => {
    const clean = tag.replace(/[/'’&-]+$/, "");
    tags.push(clean);
    return clean;
  };
  // Text has neither NUL nor SOH: they stand for code and around tags.
  const masked = text
    .replaceAll("\0", "")
    .replaceAll("\u0001", "")
    .replace(CODE, (whole) => `\0${code.push(whole) - 1}\0`);
  const lines = masked.split("\n").flatMap((line) => {
    const marked = line
      .replace(CLOSED_TAG, (_whole, tag: string) => `\u0001${add(tag)}\u0001`)
      .replace(TAG, (whole, tag: string) => {
        const clean = add(tag);
        return `\u0001${clean}\u0001${whole.slice(1 + clean.length)}`;
      });
    if (marked === line) return [line];
    const rest = removeLastMarks(marked.trimEnd());
    // The line consisted of tags alone.
    return rest.trim() ? [rest.replaceAll("\u0001", "")] : [];
  });
  const rest = tags.length > 0 ? lines.join("\n").replace(/\n{3,}/g, "\n\n") : masked;
  return {
    text: rest.replace(/\0(\d+)\0/g, (_whole, at: string) => code[Number(at)] ?? ""),
    tags,
  };
}

/** Removes the marked tags at the end of a line. */
function removeLastMarks(line: string): string {
  let rest = line;
  while (rest.endsWith("\u0001")) rest = rest.slice(0, rest.lastIndexOf("\u0001", rest.length - 2)).trimEnd();
  return rest;
}
