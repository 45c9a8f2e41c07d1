import type { ImportFormat } from "~/domain/portability/import-format";
import {
  FORMAT,
  INTENTION_FORMAT,
  intentionFromMarkdown,
  parseOwnEntry,
} from "~/domain/portability/markdown-file.server";
import { splitFrontMatter } from "~/domain/portability/reading/front-matter.server";
import { t } from "~/i18n/t";

/** Entries and intentions in the Markdown that `toMarkdown` and `intentionMarkdown` write. */
export const ownMarkdown: ImportFormat = {
  source: "markdown",
  endings: ["md"],
  recognise: ({ text = "" }) =>
    text.startsWith("---") && (text.includes(FORMAT) || text.includes(INTENTION_FORMAT)) && isOwn(text),
  read: ({ text = "" }) => {
    const intention = intentionFromMarkdown(text);
    if (intention) return [{ records: 1, beside: { intentions: [intention] } }];
    const parts = splitFrontMatter(text);
    if (intention === null || !parts) return [{ ok: false, why: t("it cannot be read") }];
    const result = parseOwnEntry(parts.front, parts.rest);
    return [result.ok ? { ...result, left: {} } : result];
  },
};

function isOwn(text: string): boolean {
  if (intentionFromMarkdown(text) !== undefined) return true;
  return splitFrontMatter(text)?.front.format === FORMAT;
}
