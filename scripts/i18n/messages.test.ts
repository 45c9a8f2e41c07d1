import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { findMessages } from "./find.mjs";
import { extract, languages, problemsOf, sources, TEMPLATE, write } from "./po.mjs";
import { findUnmarked } from "./unmarked.mjs";

/** Files whose words no other language would say, each with its reason. */
const OF_ONE_LANGUAGE: Record<string, RegExp> = {
  "commands and their measurements speak to the operator at a terminal": /^scripts\/commands\//,
  "settings, logs and metrics speak to the operator":
    /^app\/platform\/(env|metrics|passwords|mail\/letter)\.server\.tsx?$/,
  "a language model is told in English what to do":
    /\/(model-prompt|coaches\/prompt)\.ts$|\/(health\/actions|model)\.server\.ts$/,
  "references and texts of the Bible are those of its translation":
    /\/(books|bible-books|all-books|passages-of-[a-z]+)\.ts$|\/content\/bible\/versifications\.ts$|\/scripture\/translations\/(?!shelf|module-fault)/,
  "what people write is compared with it": /\/safety\/(known-words|signs-[a-z-]+|crisis)\.ts$/,
  "the payment service and authenticator apps read it": /\/(stripe-webhook|totp\.server)\.ts$/,
  "names of browsers": /\/device-name\.ts$/,
};
const isOfOneLanguage = (file: string) => Object.values(OF_ONE_LANGUAGE).some((files) => files.test(file));

describe("what the application says", () => {
  const { entries, problems } = extract();

  it("is marked as messages that can be found", () => {
    expect(entries.size).toBeGreaterThan(2_000);
    expect(problems).toEqual([]);
  });

  it("is in app/i18n/messages.pot, up to date (npm run messages)", () => {
    expect(readFileSync(TEMPLATE, "utf8") === write(entries).toString()).toBe(true);
  });

  it("is marked everywhere", { tags: ["release"] }, () => {
    const unmarked = sources()
      .filter((file) => !isOfOneLanguage(file))
      .flatMap((file) =>
        findUnmarked(findMessages(file, readFileSync(path.resolve(file), "utf8")).sourceFile),
      );
    expect(unmarked).toEqual([]);
  });

  it("is said by every language beside English", () => {
    expect(languages().flatMap((language) => problemsOf(language, entries))).toEqual([]);
  });
});
