/**
 * Collects what the application says into app/i18n/messages.pot, and brings each language beside it in line: what is new
 * comes in untranslated, what is no longer said goes.
 *
 *     npm run messages
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { extract, FOLDER, keyOf, languages, readFile, TEMPLATE, write } from "./po.mjs";

const { entries, problems } = extract();
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
writeFileSync(TEMPLATE, write(entries));
for (const language of languages()) {
  const { headers, said } = readFile(language);
  const kept = ({ id, context }) => said.get(keyOf(id, context))?.msgstr;
  writeFileSync(path.join(FOLDER, `${language}.po`), write(entries, { headers, said: kept }));
}
console.log(`${entries.size} messages, ${languages().length} languages beside English`);
