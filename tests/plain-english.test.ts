import { describe, expect, it } from "vitest";
import { readSource, sourceFiles } from "#tests/support/source-files";
import { LIBRARY } from "~/domain/journal/prompts/prompt-library.state";
import { VISIBLE_TEXTS } from "./support/shown-texts";

/** Words that our texts avoid, with their replacements. */
const NOT_OURS: [words: RegExp, instead: string][] = [
  [/\b(some|every|any)body('s|’s)?\b/i, "someone, everyone, anyone"],
  [/\bmail(?! server)(s|ed|ing)?\b(?!@)/i, "email"],
  [/\banew\b/i, "again"],
  [/\bby (itself|themselves)\b/i, "automatically, on its own"],
  [/\b(goes|go) on\b/i, "continue, resume"],
  [/\b(take|takes|took|taken)( (it|this|that|the \w+))? back\b/i, "undo, restore, withdraw"],
  [/\b(take|takes|taken|come|comes|reads?) along\b/i, "with you, with it"],
  [/\bneeds? do nothing\b/i, "do not need to do anything"],
  [/\bstands?\b(?! out)/i, "is"],
  [/\bwhom\b/i, "who, with the preposition at the end"],
  [/^(to|for|with|from|by|in|at|on) (which|what)\b/i, "what, with the preposition at the end"],
  [/\bso many\b/i, "at most"],
  [/\btick (it|a verse)\b/i, "tick the box, choose"],
  [/(?<!“)\bunder settings\b/i, "in Settings"],
];

/** Texts that are exempt from the list. */
const KEPT = [
  "Being in despair is not a lack of faith, and asking for help is not either. The psalms are full of people who could not go on and said so.",
  "For whom is it hard to pray, and what would a very short prayer for them be?",
  "It does not pray. Whatever stands there becomes a prayer when you say it.",
  "None is chosen unless you tick it; {entries} at most. Entries you exclude from insights are not offered.",
  "Sixteen. If you are younger, a paper notebook and somebody you trust are a very good beginning.",
  "What do you ask for, and for whom?",
  "What do you ask, and for whom?",
  "What do you long to be asked, and by whom?",
  "What good would each of them bring, and for whom? Look for good in all of them.",
  "Where have you said yes so often that the yes has become thin?",
  "Where would you stand in this scene, and what would you see from there?",
  "Who to call when you are in danger or cannot go on, and what this journal can and cannot do for you.",
];

/** Texts that the product fixes with straight apostrophes and three dots: see docs/product.md#fixed-texts. */
const FIXED = [
  "Creating account...",
  "It's time for your morning reflection. Take a moment to start your day mindfully.",
  "We're experiencing a temporary issue. Please refresh the page to continue.",
  "You don't have admin privileges to access this area. Redirecting to your dashboard...",
  "Your Formation Plan has ended. We've reset your prompt set to {name}.",
];

/** The demonstration, an invented journal in the voice of its author. */
const HANNAHS = "app/content/demonstration.yaml";

const messages = new Set(VISIBLE_TEXTS.flatMap(({ marked }) => marked));
const ours = new Set(VISIBLE_TEXTS.flatMap(({ file, marked }) => (file === HANNAHS ? [] : marked)));
const faultsOf = (text: string) =>
  NOT_OURS.filter(([words]) => words.test(text)).map(([words, instead]) => `${text} [${words}: ${instead}]`);

describe("visible texts", () => {
  it("use plain words", () => {
    expect([...ours].filter((text) => !KEPT.includes(text)).flatMap(faultsOf)).toEqual([]);
  });

  it("use curly quotes and the ellipsis character", () => {
    const straight = [...messages].filter((text) => /["']|\.\.\.|&\w+;/.test(text));
    expect(straight.sort()).toEqual(FIXED);
  });

  it("still contain every exempted text", () => {
    expect([...KEPT, ...FIXED].filter((text) => !messages.has(text))).toEqual([]);
  });

  it("avoid names of God that only some Bible translations use", () => {
    for (const { text } of LIBRARY) expect(messages).toContain(text);
    expect([...messages].filter((text) => /Yahweh|YHWH|Jehovah|\bLORD\b/.test(text))).toEqual([]);
  });
});

/** Phrases of translated English, with their replacements. */
const TRANSLATED: [words: RegExp, instead: string][] = [
  [
    /\b(is|are|was|were) none\b(?! (of|but|set|wanted|left)\b)|\bnone (is|any more)\b(?! set\b)/i,
    "say what it is not",
  ],
  [/\bso (many|much)\b(?! (as|that)\b)/i, "at most, a limit of"],
  [/\bof (which|whom)\b/i, "a short sentence of its own"],
  [/\bwho(m)?ever\b/i, "anyone who, the person who"],
  [/\b(it is|is) waited\b(?! for)/i, "who waits"],
  [/\b(some|every|any)body\b(?!\.ts)|\banew\b/i, "someone, everyone, anyone; again"],
  [/\breckon|\bhow-manieth/i, "count, compute, derive"],
];
/** "Undefined where there is none" is plain English. */
const PLAIN = /\bthere (is|are|was|were) none\b/gi;

const COMMENT_OR_NAME =
  /\/\*[^]*?\*\/|(?<![:"'`\w])\/\/ [^\n]*|\b(?:it|test|describe)(?:\.each\([^)]*\))?\(\s*"[^"\n]*"/g;

describe("comments and test titles", () => {
  const engine = ["src", "test"].map((folder) => `packages/embedded-mongodb/${folder}`);
  const files = sourceFiles(["app", "models", "scripts", "tests", "tools", ...engine], /\.(ts|tsx|mjs|js)$/);

  it("contain no phrases of translated English", () => {
    expect(files.length).toBeGreaterThan(1000);
    const faults = files.flatMap((file) =>
      (readSource(file).match(COMMENT_OR_NAME) ?? [])
        .map((text) =>
          text
            .replace(/\.each\([^]*\)\(/, "(")
            .replace(/\s*\n\s*\*?\s*/g, " ")
            .replace(PLAIN, ""),
        )
        .flatMap((text) =>
          TRANSLATED.filter(([words]) => words.test(text)).map(
            ([, instead]) => `${file}: ${text} [${instead}]`,
          ),
        ),
    );
    expect(faults).toEqual([]);
  });
});

const documents = ["README.md", "CONTRIBUTING.md", ...sourceFiles(["docs"], /\.md$/)];

describe("documents", () => {
  it.each(documents)("avoid unidiomatic words: %s", (file) => {
    const words = /\b(some|every|any)body\b|\banew\b|\bneeds? do nothing\b/i;
    const faults = readSource(file)
      .split("\n")
      .filter((line) => words.test(line));
    expect(faults).toEqual([]);
  });
});
