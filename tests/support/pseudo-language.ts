import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const ENGLISH = path.resolve("app/words/en");

/** Every module of the English catalogue, as it is imported: "info/about". */
export const WORD_MODULES = readdirSync(ENGLISH, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .map((file) => file.split(path.sep).join("/").replace(/\.ts$/, ""))
  .sort();

/** What a language is made with: every catalogue has these of its own. */
const OF_A_LANGUAGE = ["language", "plural", "shape"];

/** Words of a language that nobody speaks: each text stands between ⟦ and ⟧, and functions still take what they took. */
export function pseudo(words: unknown): unknown {
  if (typeof words === "string") return `⟦${words}⟧`;
  if (typeof words === "function")
    return (...given: unknown[]) => pseudo(Reflect.apply(words, undefined, given));
  if (Array.isArray(words)) return words.map(pseudo);
  if (typeof words !== "object" || words === null) return words;
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, pseudo(value)]));
}

/** What a module of the English catalogue exports. */
export async function wordsOf(name: string): Promise<Record<string, unknown>> {
  return { ...((await import(/* @vite-ignore */ path.join(ENGLISH, `${name}.ts`))) as object) };
}

/** Writes the whole catalogue in that language, as a second language would stand in a folder beside the English one. */
export async function writePseudoLanguage(folder: string): Promise<void> {
  const made = path.resolve("tests/support/pseudo-language.ts");
  for (const name of WORD_MODULES) {
    const english = path.join(ENGLISH, `${name}.ts`);
    const words = await wordsOf(name);
    const file = path.join(folder, `${name}.ts`);
    mkdirSync(path.dirname(file), { recursive: true });
    const lines = OF_A_LANGUAGE.includes(name)
      ? [`export * from ${JSON.stringify(english)};`]
      : [
          `import { pseudo } from ${JSON.stringify(made)};`,
          `import * as english from ${JSON.stringify(english)};`,
          ...Object.keys(words).map((key) => `export const ${key} = pseudo(english.${key});`),
        ];
    writeFileSync(file, lines.join("\n"));
  }
}

/** What stands in a page and is not in that language. Brackets may stand within brackets: a text that was given another. */
export function notTranslated(html: string): string[] {
  let text = html
    .replace(/<(script|style|code|title)\b.*?<\/\1>/gs, "")
    .replace(/<!--.*?-->/g, "")
    .replace(/<[^>]*>/g, "\n");
  // A sentence with markup inside stays one sentence across its tags.
  for (let before = ""; before !== text;) {
    before = text;
    text = text.replace(/⟦[^⟦⟧]*⟧/g, "");
  }
  return text.split("\n").filter((line) => /\p{L}/u.test(line));
}
