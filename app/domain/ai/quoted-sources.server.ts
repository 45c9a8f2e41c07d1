import { wordsOf } from "~/domain/safety/plain-text";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { translationIds } from "~/domain/scripture/translations/translation-registry.server";
import { referencesIn, type QuotedSources } from "./output-policy";

const textOf = (reference: string) =>
  translationIds()
    .flatMap((translation) => findPassage(reference, translation)?.verses ?? [])
    .map(({ text }) => text)
    .join(" ");

/**
 * What an answer is checked against: our text of the passages that it names or that are being read, and what the person
 * wrote. Words of Scripture without their reference cannot be found and count as invented.
 */
export function sourcesFor(answer: string, passageRefs: readonly string[], ownWords: string): QuotedSources {
  const passages = [...new Set([...passageRefs, ...referencesIn(answer)])]
    .filter(Boolean)
    .slice(0, 20)
    .map((reference) => ` ${wordsOf(textOf(reference)).join(" ")} `);
  return {
    ownWords,
    isScripture: (words) => passages.some((passage) => passage.includes(` ${words} `)),
    resolves: (reference) => findPassage(reference) !== undefined,
  };
}
