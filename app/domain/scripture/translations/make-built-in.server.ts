import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { kingJamesVersion, worldEnglishBible } from "./built-in-sources.server";
import { writeText } from "./write-text.server";

/** Writes the translations that come with the product into a folder; scripts/make-texts.mjs runs it when it is built. */
export function makeBuiltIn(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, source] of Object.entries({ web: worldEnglishBible, kjv: kingJamesVersion })) {
    const aside = path.join(folder, `${name}.${process.pid}`);
    writeFileSync(aside, writeText(source()));
    renameSync(aside, path.join(folder, `${name}.text`));
  }
}
