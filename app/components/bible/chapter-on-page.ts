/** Where the text of a chapter stands. */
export const CHAPTER = "chapter";

/** The verses on the page, in order. */
export const versesOnPage = (): Element[] => [...document.querySelectorAll(`#${CHAPTER} > [id]`)];

/** What a verse says, line by line, without its number. */
export function wordsOfVerse(verse: Element): string {
  const lines = [...verse.querySelectorAll("p")];
  return lines
    .map(({ childNodes }) => [...childNodes].map((node) => (node instanceof Text ? node.data : "")).join(""))
    .join("\n");
}
