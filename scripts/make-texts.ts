/**
 * Writes the translations that come with the product as files (app/domain/scripture/translations/text-format.ts describes
 * their layout), so that neither the start nor the memory of a server pays for them.
 *
 *     node .prepare/workers/make-texts.js FOLDER
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { kingJamesVersion, worldEnglishBible } from "~/domain/scripture/translations/built-in-sources.server";
import { writeText } from "~/domain/scripture/translations/write-text.server";

const [, , folder = "."] = process.argv;
mkdirSync(folder, { recursive: true });
writeFileSync(path.join(folder, "web.text"), writeText(worldEnglishBible()));
writeFileSync(path.join(folder, "kjv.text"), writeText(kingJamesVersion()));
