import type { ForeignResult, ReadContext } from "~/domain/portability/import-format";
import type { SkippedItems } from "~/domain/portability/parsed-upload";
import { t } from "~/i18n/t";
import { splitAtDays } from "./day-sections";
import { type EntryMoment, dayInName, momentOn } from "./days";
import { splitTitle, toForeignEntry } from "./foreign-page.server";
import { parseWrittenMoment } from "./written-moment";

/** A document in Markdown, with its own title and the time of writing. */
export type ForeignDocument = { text: string; title?: string; written?: EntryMoment; left?: SkippedItems };

/** A file whose name has a day is one page of that day, unless it has at least this many days as headings. */
const MIN_DAYS_IN_DATED_FILE = 3;

/**
 * Reads the entries of a document: one for each day that is a heading; or the whole, on the day in its name or
 * title, or else on the day when it was written.
 */
export function* documentEntries(
  { text, title = "", written, left = {} }: ForeignDocument,
  file: { name: string },
  context: ReadContext,
): Generator<ForeignResult> {
  const named = dayInName(file.name, context);
  const { before = "", sections = [] } = splitAtDays(text, context) ?? {};
  const days = new Set(sections.map(({ moment }) => moment.forDate));
  const isBelowOtherDay = !before && !days.has(named?.forDate ?? "");
  if (named ? days.size >= MIN_DAYS_IN_DATED_FILE || (days.size > 0 && isBelowOtherDay) : days.size > 1) {
    if (before) yield { ok: false, why: t("the words above its first day belong to no day") };
    for (const [at, { moment, ...section }] of sections.entries()) {
      const page = { ...moment, ...section, ...(at === 0 && { left }) };
      yield { ...toForeignEntry(page, file, context), where: moment.forDate };
    }
    return;
  }
  const [only] = sections;
  const isDate = (line: string) => parseWrittenMoment(line, context) !== undefined;
  const moment =
    momentOn(named?.forDate ?? "", context) ??
    parseWrittenMoment(title, context) ??
    (before ? written : undefined) ??
    only?.moment ??
    written;
  if (!moment) {
    const example = `2024-05-06${/\.\w{1,8}$/.exec(file.name)?.[0] ?? ""}`;
    return yield {
      ok: false,
      why: t("no day is named in it or in its file name, such as {example}", { example }),
    };
  }
  const page = only && !before ? { title: only.title, text: only.text } : splitTitle(text);
  const titles = [page.title, title, named?.title ?? ""];
  yield toForeignEntry(
    { ...moment, ...page, title: titles.find((line) => line && !isDate(line)), left },
    file,
    context,
  );
}
