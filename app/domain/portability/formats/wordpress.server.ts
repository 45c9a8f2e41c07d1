import type { ForeignResult, ImportFormat, ReadContext } from "~/domain/portability/import-format";
import { momentOn } from "~/domain/portability/reading/days";
import { toForeignEntry } from "~/domain/portability/reading/foreign-page.server";
import { htmlToMarkdown } from "~/domain/portability/reading/html.server";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import { t } from "~/i18n/t";
import {
  childrenOf,
  childText,
  decodeReferences,
  xmlRecords,
  type XmlElement,
} from "~/platform/markup.server";

/** WordPress's export, an extended RSS (wp-admin/includes/export.php of https://github.com/WordPress/WordPress). */
export const wordPress: ImportFormat = {
  source: "wordpress",
  endings: ["xml"],
  recognise: ({ head }) => /<rss[\s>]/.test(head) && head.includes("http://wordpress.org/export/"),
  *read(file, context) {
    for (const item of xmlRecords(file.text ?? "", "item")) {
      const type = childText(item, "wp:post_type") || "post";
      // Other items are no entries: menus, styles and revisions are parts of the website, attachments are only URLs.
      if (!["post", "page"].includes(type) || childText(item, "wp:status") === "auto-draft") continue;
      yield toEntry(item, file, context);
    }
  },
};

function toEntry(item: XmlElement, file: SourceFile, context: ReadContext): ForeignResult {
  const title = decodeReferences(childText(item, "title"));
  const where = title || undefined;
  if (childText(item, "wp:status") === "trash")
    return { ok: false, where, why: t("it was in the trash of that program") };
  const [, day = "", time] = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})/.exec(childText(item, "wp:post_date")) ?? [];
  const local = momentOn(day, context, time);
  if (!local) return { ok: false, where, why: t("its date cannot be read") };
  const gmt = new Date(`${childText(item, "wp:post_date_gmt").replace(" ", "T")}Z`);
  const { text, media } = htmlToMarkdown(
    htmlOf(childText(item, "content:encoded") || childText(item, "excerpt:encoded")),
  );
  const page = {
    ...local,
    // The UTC time is exact; the local time would be read in the zone of the member, which can differ from the blog.
    ...(!Number.isNaN(gmt.getTime()) && { createdAt: gmt }),
    title,
    text,
    tags: childrenOf(item, "category")
      .filter(
        ({ attributes: { domain, nicename } }) =>
          ["category", "post_tag"].includes(domain ?? "") && nicename !== "uncategorized",
      )
      .map((category) => decodeReferences(category.text)),
    favourite: childText(item, "wp:is_sticky") === "1",
    left: { ...media, comments: childrenOf(item, "wp:comment").length },
  };
  const result = toForeignEntry(page, file, context);
  return { ...result, where: where ?? day };
}

const BLOCK = /<(?:p|div|ul|ol|blockquote|h[1-6]|figure|table|pre)\b|<!-- wp:/i;

/** The HTML of a post without shortcodes. The old editor separates paragraphs by empty lines; they become `<p>`. */
function htmlOf(content: string): string {
  const html = content
    .replace(/\[(?:gallery|playlist|audio|video)\b[^\]]{0,2000}\]/g, "")
    .replace(/\[\/?(?:caption|wp_caption|embed|audio|video)\b[^\]]{0,2000}\]/g, "");
  if (BLOCK.test(html) && !/\n\n[^<\s]/.test(html)) return html;
  return html
    .split(CODE)
    .map((part, at) => (at % 2 === 1 ? part : withParagraphs(part)))
    .join("");
}

const CODE = /(<pre\b[^]*?<\/pre>)/i;
/** The tag of a block with the white space around it. Line breaks there do not separate paragraphs. */
const BLOCK_TAG =
  /(?<!\s)\s*(<\/?(?:p|div|ul|ol|li|dl|d[td]|blockquote|h[1-6]|figure|figcaption|table|t(?:head|body|foot|r|h|d)|hr|pre)\b[^<>]{0,2000}>)\s*/gi;

const withParagraphs = (html: string) =>
  html
    .replace(BLOCK_TAG, "$1")
    .replace(/\n{2,}/g, "<p>")
    .replace(/\n/g, "<br>");
