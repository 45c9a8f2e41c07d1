/** Begins an answer; invisible where Markdown is shown. Its look-alikes in a text get a backslash. */
const ANSWER = /^<!-- answer: ([A-Za-z]+) -->$/;
const LOOKS_LIKE_ANSWER = /^\\*<!-- answer: [A-Za-z]+ -->\r?$/gm;
const ESCAPED_ANSWER = /^\\(\\*<!-- answer: [A-Za-z]+ -->\r?)$/gm;

/** Begins what is for other programs to show: the list above says it too. */
const PICTURES = "<!-- pictures -->";

/** The pictures as Markdown has them, by their paths in the archive; empty without any. */
export function imagesBelow(pictures: readonly { id: string; text: string }[]): string {
  if (pictures.length === 0) return "";
  const images = pictures.map(({ id, text }) => `![${text.replace(/[[\]]/g, "")}](../pictures/${id}.jpg)`);
  return `${PICTURES}\n${images.join("\n")}\n`;
}

/** The text without the images that other programs are shown. */
export const withoutImages = (text: string) => {
  const at = text.lastIndexOf(`\n${PICTURES}\n`);
  return at < 0 ? text : text.slice(0, at + 1);
};

/** A text whose lines nobody takes for the beginning of an answer. */
export const guarded = (text: string) => text.replace(LOOKS_LIKE_ANSWER, "\\$&");
const unguarded = (text: string) => text.replace(ESCAPED_ANSWER, "$1");

type Section = { key: string; question: string; text: string };

/** What is written before the first answer, and each answer with its question. */
export function sectionsOf(rest: string): { body: string; sections: Section[] } {
  const parts: { key: string; lines: string[] }[] = [{ key: "", lines: [] }];
  for (const line of rest.split("\n")) {
    const key = ANSWER.exec(line)?.[1];
    if (key) parts.push({ key, lines: [] });
    else parts.at(-1)?.lines.push(line);
  }
  // Each part ends with a line break and an empty line that are not part of it; the marker took one of them.
  const last = parts.at(-1);
  const written = (lines: string[], isLast: boolean) =>
    unguarded(lines.join("\n").replace(isLast ? /\n{1,2}$/ : /\n$/, ""));
  const [body, ...sections] = parts;
  return {
    body: written(body?.lines ?? [], body === last),
    sections: sections.map((part) => {
      const [heading = "", gap] = part.lines;
      const begins = /^##(?: |$)/.test(heading) ? (gap === "" ? 2 : 1) : 0;
      const text = written(part.lines.slice(begins), part === last);
      return { key: part.key, question: begins > 0 ? heading.slice(3) : "", text };
    }),
  };
}
