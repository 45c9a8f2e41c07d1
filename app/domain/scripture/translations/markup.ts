import { evenSpaces } from "./text-source";

/** A verse as it is read, and the title of a psalm where it stands above its first verse. */
export type Read = { text: string; title: string };

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

const withEntities = (text: string) =>
  text.replace(/&(#x?[0-9a-f]{1,6}|\w{2,6});/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });

/** Elements of OSIS and ThML outside the text itself: notes, headings, variants, pictures. */
const DROPPED = new Set(["note", "title", "rdg", "figure", "head", "h1", "h2", "h3", "h4", "scripref"]);
const NEW_LINE = new Set(["l", "lb", "br"]);

/** The words of a verse out of OSIS or ThML: as they stand, the name of God in the capitals of its print. */
export function readXml(source: string): Read {
  let [text, title] = ["", ""];
  const open: { name: string; isTitle: boolean }[] = [];
  let capitals = 0;
  let afterNote = false;
  for (const [piece] of source.matchAll(/<[^<>]*>|[^<]+|</g)) {
    const [, closing, tag = ""] = /^<(\/?)([A-Za-z][\w:]*)/.exec(piece) ?? [];
    const name = tag.toLowerCase();
    if (!name) {
      const words = withEntities(piece.startsWith("<") ? "" : piece);
      const said = capitals > 0 ? words.toUpperCase() : words;
      const within = open.at(-1);
      if (!within) {
        // Some modules have lost the space that stood between a note and the next word.
        text += (afterNote && /^[\p{L}\p{N}]/u.test(said) && /[\p{L}\p{N}]$/u.test(text) ? " " : "") + said;
        afterNote = false;
      } else if (open.every(({ isTitle }) => isTitle)) title += said;
      continue;
    }
    const isAlone = piece.endsWith("/>");
    // What follows the end of a chapter is not part of a verse: glossaries, tables, the end of the book.
    if (name === "chapter" && (closing || /\beID=/.test(piece)) && text.trim() !== "") break;
    if (name === "divinename" && !isAlone) capitals = Math.max(0, capitals + (closing ? -1 : 1));
    if (DROPPED.has(name) && !isAlone) {
      if (closing) afterNote = true;
      if (closing)
        open.splice(
          Math.max(
            0,
            open.findLastIndex((other) => other.name === name),
          ),
        );
      else open.push({ name, isTitle: name === "title" && /canonical="true"|type="psalm"/.test(piece) });
    } else if (NEW_LINE.has(name) && !closing && !/\beID=/.test(piece) && open.length === 0) text += "\n";
  }
  return { text: evenSpaces(text.replaceAll("¶", "")), title: evenSpaces(title).replaceAll("\n", " ") };
}

/** The same out of GBF, the older markup. */
export function readGbf(source: string): Read {
  const text = source
    .replace(/<R[FXB][^>]*>.*?<R[fxb]>/gs, "")
    .replace(/<T[STHA]>.*?<T[stha]>/gs, "")
    .replace(/<C[LM]>/g, "\n")
    .replace(/<[^<>]*>/g, "");
  return { text: evenSpaces(withEntities(text)), title: "" };
}

export const readPlain = (source: string): Read => ({ text: evenSpaces(source), title: "" });
