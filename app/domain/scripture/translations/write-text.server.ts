import { wordsIn } from "~/i18n/words";
import {
  END,
  FORMAT_MAGIC,
  NONE,
  sectionsInOrder,
  type Head,
  type TextSection,
  type TextSource,
} from "./text-format";

/** A translation as one file that is read by place. */
export function writeText({ about, books }: TextSource): Buffer {
  const chapters: Buffer[] = [];
  const hits = new Map<string, number[]>();
  const starts: number[] = [];
  const head: Pick<Head, "about" | "books"> = { about, books: [] };
  let count = 0;
  for (const { osis, chapters: given } of books) {
    const last: number[] = [];
    for (let number = 1; number < given.length; number++) {
      const verses = Array.from(given[number] ?? [], (verse) => verse);
      last.push(Math.max(0, verses.length - 1));
      chapters.push(
        Buffer.from(verses.map((verse) => (verse === undefined ? NONE : plain(verse))).join(END)),
      );
      for (const verse of verses.slice(1)) {
        starts.push(count);
        for (const word of wordsIn(verse ?? "")) {
          const places = hits.get(word);
          if (places) places.push(count);
          else hits.set(word, [count]);
          count++;
        }
        count++;
      }
    }
    head.books.push({ osis, last });
  }
  const words = [...hits].map(([word, places]) => ({ bytes: Buffer.from(word), places }));
  words.sort((a, b) => a.bytes.compare(b.bytes));
  const postings = words.map(({ places }) => differences(places));
  return assemble(
    head,
    { verses: starts.length, words: words.length },
    {
      chapters: Buffer.concat(chapters),
      chapterAt: places(chapters),
      starts: numbers([...starts, count]),
      words: Buffer.concat(words.map(({ bytes }) => bytes)),
      wordAt: places(words.map(({ bytes }) => bytes)),
      hits: Buffer.concat(postings),
      hitAt: places(postings),
    },
  );
}

/** Removes the two characters that separate verses: they must not occur within one. */
const plain = (verse: string) => verse.replaceAll(END, "").replaceAll(NONE, "").toWellFormed();

function assemble(
  head: Pick<Head, "about" | "books">,
  counts: Pick<Head, "verses" | "words">,
  given: Record<TextSection, Buffer>,
): Buffer {
  let at = 0;
  const parts = {} as Head["parts"];
  for (const part of sectionsInOrder) {
    parts[part] = [at, given[part].length];
    at += given[part].length;
  }
  const written = Buffer.from(JSON.stringify({ ...head, ...counts, parts } satisfies Head));
  return Buffer.concat([
    Buffer.from(FORMAT_MAGIC),
    numbers([written.length]),
    written,
    ...sectionsInOrder.map((part) => given[part]),
  ]);
}

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, at * 4);
  return bytes;
}

/** Where each piece begins, and where the last one ends. */
function places(pieces: readonly Buffer[]): Buffer {
  let at = 0;
  const found = [0];
  for (const piece of pieces) found.push((at += piece.length));
  return numbers(found);
}

/** Rising numbers as differences, seven bits a byte. */
function differences(values: readonly number[]): Buffer {
  const bytes: number[] = [];
  let before = 0;
  for (const value of values) {
    let rest = value - before;
    before = value;
    while (rest > 127) {
      bytes.push((rest & 127) | 128);
      rest >>>= 7;
    }
    bytes.push(rest);
  }
  return Buffer.from(bytes);
}
