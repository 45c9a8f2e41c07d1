const PATH = "/journal/entries/";

/** The URL of an entry, in the texts of other entries. */
const entryUrl = (id: string) => PATH + id;

/** Whether a link in a text leads to an entry of the journal. */
export const isEntryUrl = (url: string) =>
  url.startsWith(PATH) && /^[\w-]{1,64}$/.test(url.slice(PATH.length));

/**
 * A link to an imported entry. The entry's id is known only after the whole import was read, so the link contains `key` until
 * `resolveLinks` replaces it: the path of the entry's file, or "id:" and the entry's id in the other app.
 */
export function pendingLink(words: string, key: string): string {
  const isLabel = words.trim() !== "" && !/[[\]\n]/.test(words);
  const target = encodeURIComponent(key).replace(/[()!*']/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return isLabel ? `[${words}](${PENDING}${target})` : words;
}

/** Marks a pending link. A NUL cannot be part of an imported text. */
const PENDING = "\0";
const LINK = new RegExp(`\\[([^[\\]\\n]+)\\]\\((?:${PENDING}|${PATH})[\\w.~%-]+\\)`, "g");
const PENDING_LINK = new RegExp(`\\[([^[\\]\\n]+)\\]\\(${PENDING}([\\w.~%-]+)\\)`, "g");

export const hasPendingLink = (text: string) => text.includes(`](${PENDING}`);

/** The keys of the links that are not resolved yet. */
export const pendingKeys = (text: string): string[] =>
  [...text.matchAll(PENDING_LINK)].map(([, , key = ""]) => decodeURIComponent(key));

/** Sets the URLs of pending links. A link whose key `idOf` does not know is replaced by its words. */
export const resolveLinks = (text: string, idOf: (key: string) => string | undefined): string =>
  text.replace(PENDING_LINK, (_link, words: string, key: string) => {
    const id = idOf(decodeURIComponent(key));
    return id ? `[${words}](${entryUrl(id)})` : words;
  });

/** Replaces links between entries by their words. */
export const stripEntryLinks = (text: string): string =>
  text.includes("](") ? text.replace(LINK, "$1") : text;
