import type { ImportFormat } from "~/domain/portability/import-format";
import { kindOfFile } from "~/domain/portability/reading/archive-files";
import { type EntryMoment, parseMoment } from "~/domain/portability/reading/days";
import { documentEntries } from "~/domain/portability/reading/document-days.server";
import { htmlToMarkdown } from "~/domain/portability/reading/html.server";
import { t } from "~/i18n/t";
import { markupEvents } from "~/platform/markup.server";

/**
 * HTML pages of unknown programs, recognised by name or content. The formats of known programs come earlier in
 * `IMPORT_FORMATS`, so they read their own pages.
 */
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

/** A line of the page that our own HTML export writes after its styles. */
const OWN_PAGE = /<p class="meta">From Still and Know, /;
const MAX_OWN_HEAD = 20_000;

/** The page from `<body>` on: the head contains styles and scripts, which are not text of the page. */
const bodyOf = (html: string) => html.slice(Math.max(0, html.search(/<body\b/i)));

const DATE_NAMES = /^(?:date|created|dc(?:terms)?\.(?:date|created)|article:published_time)$/i;
/** Maximum markup events that are read: the title and the day are near the start of a page. */
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
