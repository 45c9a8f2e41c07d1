import { splitAtDays } from "~/domain/portability/reading/day-sections";
import { dayInName } from "~/domain/portability/reading/days";
import { toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import { convertMarkup } from "~/domain/portability/reading/markup-in-notes.server";
import { t } from "~/i18n/t";
import type { ImportFormat } from "./format";

/** A file whose name has a day is a page of that day, unless it has as many other days as headings. */
const MIN_DAYS_IN_DATED_FILE = 3;
/** Characters that are examined to recognise the format. */
const PROBED_CHARACTERS = 20_000;
const STYLE = { hasWords: true };
const UTC = { timezone: "UTC" };

/** One Markdown or text file for a whole journal, with its days as headings or as lines of their own. */
export const dayHeadings: ImportFormat = {
  source: "days",
  endings: ["md", "markdown", "txt"],
  recognise: ({ name, text = "" }) => {
    if (
      !/\.(?:md|markdown|txt)$/i.test(name) ||
      /^(?:---|\+\+\+|;;;)(?:json|yaml|toml)?[ \t]*\n|^\{\s*"/.test(text)
    )
      return false;
    const { before = "", sections = [] } = splitAtDays(text.slice(0, PROBED_CHARACTERS), UTC, STYLE) ?? {};
    const days = new Set(sections.map(({ moment }) => moment.forDate)).size;
    return dayInName(name) ? days >= MIN_DAYS_IN_DATED_FILE : days > 1 || (days === 1 && !hasWords(before));
  },
  read: function* (file, context) {
    const { before, sections } = splitAtDays(file.text ?? "", context, STYLE) ?? { before: "", sections: [] };
    if (hasWords(before)) yield { ok: false, why: t("the words above its first day belong to no day") };
    const heading = sections.length === 1 ? before.replace(/^#+ */, "") : "";
    for (const { moment, title, text } of sections)
      yield {
        ...toForeignEntry({ ...moment, title: title || heading, text: convertMarkup(text) }, file, context),
        where: moment.forDate,
      };
  },
};

/** Whether a text has more than headings. */
const hasWords = (text: string) => /^(?!#{1,6} )[^\n]*\S/m.test(text);
