import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The forms of a word to search for, in lower case: the word, and its base64 at every offset. */
const shapesOf = (word: string) =>
  [word, ` ${word}`, `  ${word}`]
    .map((text) => Buffer.from(text).toString("base64").slice(4, 12))
    .concat(word)
    .map((shape) => shape.toLowerCase());

/** The words that a text contains in some shape. */
export function findCanaries(words: readonly string[], text: string): string[] {
  const small = text.toLowerCase();
  return words.filter((word) => shapesOf(word).some((shape) => small.includes(shape)));
}

/** Content of a file; empty if another test has just removed it. */
function read(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return Buffer.alloc(0);
    throw error;
  }
}

/** The files of folders with their bytes. */
export function readFiles(...folders: string[]): { name: string; bytes: Buffer }[] {
  const entries = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
  );
  return entries.map(({ parentPath, name }) => ({ name, bytes: read(path.join(parentPath, name)) }));
}

type Traces = { requestedUrls: readonly string[]; cookies: readonly { value: string }[]; log: string };

/** The words that the server's files and mails, its log, or the browser's URLs and cookies contain. */
export function findLeaks(words: readonly string[], { requestedUrls, cookies, log }: Traces): string[] {
  const { E2E_DATA_DIR = "", E2E_MAIL = "" } = process.env;
  const files = readFiles(E2E_DATA_DIR, E2E_MAIL);
  if (files.length < 3 || !log.includes("/journal/")) throw new Error("The server has stored nothing.");
  const values = cookies.map(({ value }) => decodeURIComponent(value)).join("\n");
  const places = [
    ...files.map(({ name, bytes }) => [name, bytes.toString("latin1")]),
    ["the log", log],
    ["a URL", requestedUrls.map(decodeURIComponent).join("\n")],
    ["a cookie", values + Buffer.from(values, "base64").toString("latin1")],
  ] as const;
  return places.flatMap(([place, text]) => findCanaries(words, text).map((word) => `${word} in ${place}`));
}
