import type { ForeignResult, ImportFormat, ReadContext } from "~/domain/portability/import-format";
import type { SkippedItems } from "~/domain/portability/parsed-upload";
import { isZip, kindOfFile } from "~/domain/portability/reading/archive-files";
import { splitAtDays } from "~/domain/portability/reading/day-sections";
import { dayInName, momentOn, parseMoment, type EntryMoment } from "~/domain/portability/reading/days";
import { splitTitle, toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import { htmlToMarkdown } from "~/domain/portability/reading/html.server";
import { parseWrittenMoment } from "~/domain/portability/reading/written-moment";
import { t } from "~/i18n/t";
import { markupEvents } from "~/platform/markup.server";
import { readWordDocument } from "~/platform/word-document.server";

/** A document in Markdown, with its own title and the time of writing. */
type ForeignDocument = { text: string; title?: string; written?: EntryMoment; left?: SkippedItems };

/** A file whose name has a day is a page of that day, unless it has as many days as headings. */
const MIN_DAYS_IN_DATED_FILE = 3;

/**
 * Reads the entries of a document: one for each day that is a heading; or the whole, on the day in its name or
 * title, or else on the day when it was written.
 */
function* documentEntries(
  { text, title = "", written, left = {} }: ForeignDocument,
  file: { name: string },
  context: ReadContext,
): Generator<ForeignResult> {
  const named = dayInName(file.name);
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

/** A page of any program, also under another ending, below the formats that recognise their own pages. */
export const webPage: ImportFormat = {
  source: "html",
  endings: ["html", "htm", "xhtml"],
  recognise: (file) => file.text !== undefined && kindOfFile(file) === "html",
  read: (file, context) => {
    const html = file.text ?? "";
    if (OWN_PAGE.test(html.slice(0, MAX_OWN_HEAD)))
      return [{ ok: false, why: t("it is a page to read: bring the JSON of your journal instead") }];
    const { text, media } = htmlToMarkdown(bodyOf(html));
    return documentEntries({ text, ...headOf(html, context), left: media }, file, context);
  },
};

/** The page that our own export writes, after its styles. */
const OWN_PAGE = /<p class="meta">From Still and Know, /;
const MAX_OWN_HEAD = 20_000;

/** Without the head, whose texts are no words of the page. */
const bodyOf = (html: string) => html.slice(Math.max(0, html.search(/<body\b/i)));

const DATE_NAMES = /^(?:date|created|dc(?:terms)?\.(?:date|created)|article:published_time)$/i;
/** Elements before the text of a page. */
const MAX_EVENTS = 5_000;

/** The title of a page, and the day in its `<meta>` or `<time>`. */
function headOf(
  html: string,
  zone: { timezone: string },
): { title: string; written: EntryMoment | undefined } {
  let title = "";
  let isTitle = false;
  let written: EntryMoment | undefined;
  let events = 0;
  for (const event of markupEvents(html)) {
    if (++events > MAX_EVENTS) break;
    if ("text" in event) title += isTitle ? event.text : "";
    else if ("name" in event) {
      const { name, attributes } = event;
      isTitle = name === "title" && !title;
      const value =
        name === "meta" && DATE_NAMES.test(attributes.name ?? attributes.property ?? "")
          ? attributes.content
          : name === "time"
            ? attributes.datetime
            : undefined;
      written ??= parseMoment(value, zone);
    } else isTitle = false;
  }
  return { title: title.replace(/\s+/g, " ").trim(), written };
}

export const word: ImportFormat = {
  source: "word",
  endings: ["docx"],
  recognise: ({ bytes }) => isZip(bytes) && Buffer.from(bytes).includes("word/document.xml"),
  async *read(file, context) {
    const document = await readWordDocument(file.bytes, context.addPicture);
    if (!document) return yield { ok: false, why: t("it cannot be read") };
    const { text, media } = htmlToMarkdown(document.html);
    const written = parseMoment(document.created, context);
    yield* documentEntries({ text, written, left: media }, file, context);
  },
};
