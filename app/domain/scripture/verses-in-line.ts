/** A verse as the page of a chapter shows it; the lines of poetry are separated by "\n". */
export type NumberedVerse = { number: number; text: string };

/**
 * The verses of a chapter as one string. A page carries its data beside its HTML, and an object for each verse would cost more
 * of the first round trip than the words of a second chapter.
 */
export const inOneLine = (verses: readonly NumberedVerse[]): string =>
  verses.map(({ number, text }) => `${number} ${text.replaceAll("\t", " ")}`).join("\t");

export function versesOf(line: string): NumberedVerse[] {
  return line.split("\t").map((verse) => {
    const end = verse.indexOf(" ");
    return { number: Number(verse.slice(0, end)), text: verse.slice(end + 1) };
  });
}
