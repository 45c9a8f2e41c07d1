import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { readSource, sourceFiles } from "#tests/support/source-files";

/**
 * The rules of docs/style.md that a regular expression can check. A maximum only falls: lower it when a change removes matches.
 * At 0 the pattern is banned.
 */
const COMMENTS: [pattern: RegExp, max: number][] = [
  [/(?:^|[.:] )(Who|Whose|Whom)\b(?![^.]*\?)/, 0],
  [/(?:^|[.;] )Of (a|an|one|those|two|many|what|all|the|some|fewer)\b/, 0],
  [/\bhouses?\b(?!hold)/i, 0],
  [/\bdoors?\b/i, 0],
  [/\b(its|their) person\b|\bits writer\b/i, 0],
  [/\bof (ours|theirs|yours)\b/i, 0],
  [/\bstands?\b(?! (for|in for|out|alone))/i, 0],
  [/\b(lies|lie|lay|lain)\b/i, 1],
  [/\bmeanwhile\b/i, 0],
  [/^(Where|By which|To which|From which)\b(?![^.]*\?)/, 0],
  [/(?:^|\. )(One|Those|Some|All|Others) (that|which|who|of|is|are)\b/, 2],
  [/\b(takes?|taken|took|taking) (it |them |that |this )?(in|up|over|back|away|along|off)\b/i, 2],
  [/\b(gives?|given|gave|giving) (back|away|up|way|over|it back)\b/i, 1],
  [/\b(told|tells|tell)\b/i, 7],
  [/\busual(ly)?\b/i, 2],
  [/\b(by|from|of|to|in|at|for|with|into|under|on) (which|whom)\b/i, 8],
  [/(?:^|\. )What\b(?![^.]*\?)/, 0],
];
const NAMES: [pattern: RegExp, max: number][] = [
  [/InWords$/, 0],
  [/house/i, 0],
  [/reseal/i, 0],
  [/^USUAL|usual/, 0],
  [
    /^(MOST|LONGEST|LARGEST|SHORTEST|FEWEST|SMALLEST|AT_ONCE|PATIENCE)(_|$)|_(MOST|LONGEST|LARGEST|AT_ONCE)$/,
    0,
  ],
  [/(?:^|[a-z])(Kept|Held|Given|Taken|Coming|Brought|Told|Said|Shown|Asked|Left|Typed|Begun)(?=[A-Z]|$)/, 37],
  [/^(bring|take|give|keep|let|note|tell|care|settle|forget|leave|enter|look|foresee|know)[A-Z]/, 15],
  [/[a-z](Now|Here|There|Again|Away|Aside|Back|Beside|Later|Before|After)$/, 36],
];
const FILE_NAMES: [pattern: RegExp, max: number][] = [
  [
    /(?:^|[-/])(held|kept|given|coming|brought|said|shown|young|few|looking|living|growing|lined|mangled|waiting|past)(?=[-.])/,
    3,
  ],
];
const TITLES: [pattern: RegExp, max: number][] = [
  [/^(what|who|whose|of|those|the same|where|as|by|for|with|to)\b/i, 2],
  [/\b(house|door)s?\b|\bmeanwhile\b/i, 1],
];

/** Path builders, settings and texts that name a fixed URL, field or variable. */
const ALLOWED_NAMES = /^(houseName|HOUSE_NAME|admin(House)?|wayIn)/;

const files = sourceFiles(
  ["app", "models", "scripts", "tests", "tools", "packages/embedded-mongodb/src"],
  /\.(ts|tsx|mjs|css)$/,
)
  .concat(readdirSync(".").filter((file) => /\.(ts|js|jsonc)$|^\.oxlintrc\.json$/.test(file)))
  .filter((file) => file !== "tests/style.test.ts");
/** Files whose comments begin with `#`. */
const settings = sourceFiles([".github", "deploy"], /\.(yml|service)$/).concat(
  readdirSync(".").filter((file) => /^(Dockerfile|compose.*\.yaml|\.env\.example)$/.test(file)),
);

type Found = { text: string; place: string };

/** Matches of a pattern, each with its first group and the line of its beginning. */
function findAll(pattern: RegExp, among = sources): Found[] {
  return among.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map((match) => ({
      text: match[1] ?? "",
      place: `${file}:${text.slice(0, match.index).split("\n").length}`,
    })),
  );
}

const read = (names: string[]) => names.map((file) => ({ file, text: readSource(file) }));
const sources = read(files);
/** Comments that begin a line; neighbouring lines of `//` or `#` are one comment. */
const comments = findAll(/^[ \t]*\{?(\/\*[^]*?\*\/|\/\/.*(?:\n[ \t]*\/\/.*)*)/gm)
  .concat(findAll(/^[ \t]*(#.*(?:\n[ \t]*#.*)*)/gm, read(settings)))
  .map(({ text, place }) => ({
    text: text
      .replace(/^\/\*+\s*|\s*\*\/$|^(\/\/|#) ?/g, "")
      .replace(/\n\s*(\*|\/\/|#) ?/g, " ")
      .replace(/`[^`]*`|\/admin\/house/g, "``"),
    place,
  }))
  .filter(({ text }) => !/^(oxlint|eslint|@ts|prettier|v8|@module-tag)/.test(text));
const names = findAll(
  /^[ \t]*(?:export )?(?:default )?(?:async )?(?:const|let|function\*?|type|class) ([\w$]+)/gm,
);
const titles = findAll(/\b(?:it|test|describe)(?:\.\w+(?:\([^()]*\))?)*\(\s*"([^"]+)"/g);

it.each([
  ["comments", COMMENTS, comments],
  ["names", NAMES, names.filter(({ text }) => !ALLOWED_NAMES.test(text))],
  ["file names", FILE_NAMES, files.map((file) => ({ text: path.basename(file), place: file }))],
  ["test titles", TITLES, titles],
] as const)("keeps %s to the rules of style", (_kind, rules, found) => {
  const over = rules.flatMap(([pattern, max]) => {
    const hits = found.filter(({ text }) => pattern.test(text));
    const lines = hits.map(({ text, place }) => `  ${place} ${text.slice(0, 120)}`);
    return hits.length > max ? [`${hits.length} > ${max} ${pattern}`, ...lines] : [];
  });
  expect(over.join("\n")).toBe("");
});
