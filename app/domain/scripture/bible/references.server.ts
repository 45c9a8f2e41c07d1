import { bcv_parser } from "bible-passage-reference-parser/esm/bcv_parser.js";
import * as english from "bible-passage-reference-parser/esm/lang/en.js";

const strict = new bcv_parser(english);
strict.include_apocrypha(true);
// Every range comes out as first and last verse, whole chapters included.
strict.set_options({ osis_compaction_strategy: "bcv" });

export type VerseRange = {
  book: string;
  from: { chapter: number; verse: number };
  to: { chapter: number; verse: number };
};

/** For what people type about the translation before them: which chapters it has is asked of the translation itself. */
const lenient = new bcv_parser(english);
lenient.include_apocrypha(true);
lenient.set_options({
  osis_compaction_strategy: "bcv",
  passage_existence_strategy: "b",
  book_alone_strategy: "first_chapter",
  book_range_strategy: "include",
});

const LONGEST_REFERENCE = 80;

const known = new Map<string, readonly VerseRange[]>();
/** Cached: the same few are read all day. */
const MOST_KNOWN = 200;

/** The ranges of verses that a reference names, in the numbering of our own text. */
export function rangesOf(reference: string): readonly VerseRange[] {
  if (reference.length > LONGEST_REFERENCE) return [];
  const before = known.get(reference);
  if (before) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  const ranges = rangesIn((strict.parse(reference) as typeof strict).osis());
  known.set(reference, ranges);
  return ranges;
}

/** The ranges that a line names, and what is left over: "2 Gnesis" of "John 3 and 2 Gnesis". */
export function rangesWithin(words: string): { ranges: VerseRange[]; left: string } {
  if (words.length > LONGEST_REFERENCE) return { ranges: [], left: words };
  const line = asUsual(words);
  const found = (strict.parse(line) as typeof strict).osis_and_indices();
  const left = found.reduceRight(
    (rest, { indices: [from, to] }) => rest.slice(0, from) + rest.slice(to),
    line,
  );
  return { ranges: found.flatMap(({ osis }) => rangesIn(osis)), left };
}

/**
 * Reads what someone typed: "Jn 15:4f", "1 Cor 13,4-7", "Ps 23". Verses and chapters that no book has are kept; to
 * the end of a chapter is verse 999.
 */
export function typedRange(reference: string): VerseRange | undefined {
  const usual = asUsual(reference.slice(0, LONGEST_REFERENCE));
  return rangesIn((lenient.parse(usual) as typeof lenient).osis())[0];
}

/** "13,4" as "13:4", and "4f" as "4-5". */
const asUsual = (reference: string): string =>
  reference
    .replace(/(\d),\s*(?=\d)/, reference.includes(":") ? "$&" : "$1:")
    .replace(
      /(:\s*)(\d+)\s*f(?!\p{L})/u,
      (_, colon: string, verse: string) => `${colon}${verse}-${Number(verse) + 1}`,
    );

/** Books that the parser knows by another name. */
const OTHER_NAMES: Record<string, string> = { Ps151: "AddPs", GkEsth: "EsthGr", SgThree: "PrAzar" };

/** "Ps.46.10" or "John.15.4-John.15.5,John.16.1". */
function rangesIn(osis: string): VerseRange[] {
  return osis.split(",").flatMap((range) => {
    const [from, to = from] = range.split("-").map((end) => end.split("."));
    const [book = "", chapter, verse] = from ?? [];
    const [last = "", endChapter, endVerse] = to ?? [];
    if (!book || book !== last) return [];
    return [
      {
        book: OTHER_NAMES[book] ?? book,
        from: { chapter: Number(chapter), verse: Number(verse) },
        to: { chapter: Number(endChapter), verse: Number(endVerse) },
      },
    ];
  });
}
