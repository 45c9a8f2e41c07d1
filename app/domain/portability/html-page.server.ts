import { formatDate, formatMonth, weekdayName } from "~/domain/calendar/local-day";
import { labelledShortTexts } from "~/domain/journal/entries/content";
import { entryName } from "~/domain/journal/entries/entry";
import { stripEntryLinks } from "~/domain/journal/entries/entry-links";
import { budgetForEntry, renderText, type TokenBudget } from "~/domain/journal/entries/markdown.server";
import { splitAtPlaceholders } from "~/domain/journal/pictures/picture";
import { describeDates, describeSchedule, type Intention } from "~/domain/journal/prayers/intention";
import { LANGUAGE, t } from "~/i18n/t";
import { escapeMarkup } from "~/platform/untrusted-text";
import type { PortableEntry } from "./foreign-entry";

/** Self-contained style for reading and printing. */
const HTML_STYLE = `
:root { color-scheme: light dark; --paper: #faf8f4; --ink: #23211d; --muted: #6b665c; --line: #ded9ce; --accent: #4f6b52; }
@media (prefers-color-scheme: dark) { :root { --paper: #1b1a18; --ink: #ece8df; --muted: #a8a296; --line: #3a3833; --accent: #9dbb9f; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.125rem/1.65 Georgia, "Times New Roman", serif; }
main { max-width: 38rem; margin: 0 auto; padding: 4rem 1.25rem 6rem; }
h1, h2, h3, h4, .meta { font-family: system-ui, sans-serif; line-height: 1.3; }
h1 { font-size: 2rem; font-weight: 500; letter-spacing: -0.01em; margin: 0; }
h1::after { content: ""; display: block; width: 2.5rem; height: 2px; margin-top: 1rem; background: var(--accent); }
h2 { font-size: 1.25rem; margin: 4rem 0 0; padding-bottom: 0.5rem; border-bottom: 1px solid var(--line); }
article { margin-top: 2.5rem; break-inside: auto; }
h3 { font-size: 1.125rem; margin: 0; }
h4 { font-size: 0.9375rem; font-weight: 500; color: var(--muted); margin: 1.25rem 0 0.25rem; }
.meta { font-size: 0.875rem; color: var(--muted); margin: 0.125rem 0 0.5rem; }
.pictures img { max-width: 100%; height: auto; }
.set { overflow-wrap: break-word; }
.set :first-child { margin-top: 0; }
.set a { color: var(--accent); }
.set blockquote { margin-inline: 0; padding-inline-start: 1rem; border-inline-start: 2px solid var(--line); }
.set pre { white-space: pre-wrap; font-size: 0.9375rem; }
.text { white-space: pre-wrap; overflow-wrap: break-word; margin: 0 0 0.75rem; }
@media print { body { font-size: 11pt; background: none; } main { padding: 0; max-width: none; } h2, h3, h4 { break-after: avoid; } .text { orphans: 3; widows: 3; } }
`;

const HTML_TEXTS = {
  title: t("My journal"),
  from: t("From Still and Know"),
  empty: t("There is nothing here yet."),
  unreadable: t("Entries that could not be opened:"),
  favourite: t("favourite"),
  intentions: t("People and intentions"),
} as const;

/** Isolates a member's text within a line, because its direction can differ from the line's. */
const isolate = (text: string) => `<bdi>${escapeMarkup(text)}</bdi>`;

/** Start of the page. The Content-Security-Policy blocks scripts and external resources that an entry could contain. */
export function htmlHead(day: string, name: string): string {
  const withOwner = (markup: string) => (name ? `, ${markup}` : "");
  return `<!DOCTYPE html>
<html lang="${LANGUAGE}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>${HTML_TEXTS.title}${withOwner(escapeMarkup(name))}</title>
<style>${HTML_STYLE}</style>
</head>
<body>
<main>
<h1 dir="auto">${HTML_TEXTS.title}${withOwner(isolate(name))}</h1>
<p class="meta">${HTML_TEXTS.from}, ${formatDate(day)}</p>
`;
}

export function htmlMonth(day: string): string {
  return `<h2 id="m${day.slice(0, 7)}">${formatMonth(day)}</h2>\n`;
}

/**
 * Yields one entry text by text, so that the caller can yield to the event loop between long texts. `pictures` has the
 * element of each picture, empty for a picture that cannot be read.
 */
export function* htmlEntry(entry: PortableEntry, pictures: readonly string[] = []): Generator<string> {
  const { forDate, kind, slot, passageRef, dayName, favourite, content } = entry;
  const name = entryName(kind, slot);
  const { title, answers, body, tags } = content;
  const meta = [
    `<time datetime="${forDate}">${formatDate(forDate)}</time>`,
    isolate(dayName ?? weekdayName(forDate)),
    ...(title ? [name] : []),
    ...(passageRef ? [isolate(passageRef)] : []),
    ...(favourite ? [HTML_TEXTS.favourite] : []),
  ];
  const budget = budgetForEntry();
  const footer = [
    ...labelledShortTexts(content).map(({ label, text }) =>
      t("{label}: {text}", { label, text: isolate(text) }),
    ),
    ...tags.map((tag) => isolate(`#${tag}`)),
  ];
  yield `<article>\n<h3 dir="auto">${escapeMarkup(title || name)}</h3>\n<p class="meta">${meta.join(" · ")}</p>\n`;
  for (const { question, text } of answers)
    if (text.trim()) yield `<h4 dir="auto">${escapeMarkup(question)}</h4>\n${formatText(text, 5, budget)}\n`;
  yield* bodyWithPictures(body, pictures, budget);
  if (footer.length > 0) yield `<p class="meta" dir="auto">${footer.join(" · ")}</p>\n`;
  yield `</article>\n`;
}

/** Yields the parts of a text with its pictures between them, then the other pictures. */
function* bodyWithPictures(
  body: string,
  pictures: readonly string[],
  budget: TokenBudget,
): Generator<string> {
  const parts = splitAtPlaceholders(body, pictures.length);
  const placed = new Set(parts);
  for (const part of [...parts, ...[...pictures.keys()].filter((at) => !placed.has(at))])
    if (typeof part === "string") {
      if (part.trim()) yield `${formatText(part, 4, budget)}\n`;
    } else if (pictures[part]) yield `<p class="pictures">${pictures[part]}</p>\n`;
}

/** Renders light Markdown as on our pages. */
function formatText(text: string, level: 4 | 5, budget: TokenBudget): string {
  // Links to other entries are removed: the page is read outside of this site, where they would not work.
  const rendered = renderText(stripEntryLinks(text), level, budget);
  return typeof rendered === "string"
    ? `<p class="text" dir="auto">${escapeMarkup(rendered)}</p>`
    : `<div class="set" dir="auto">${rendered.html}</div>`;
}

/** Formats an intention. The first intention is preceded by the heading of the list. */
export function htmlIntention(intention: Intention, today: string, isFirst: boolean): string {
  const { name, line, came } = intention;
  return [
    ...(isFirst ? [`<h2 id="intentions">${HTML_TEXTS.intentions}</h2>`] : []),
    `<article>`,
    `<h3 dir="auto">${escapeMarkup(name)}</h3>`,
    `<p class="meta">${describeDates(intention)} · ${describeSchedule(intention, today)}</p>`,
    ...[line, came].filter(Boolean).map((text) => `<p class="text" dir="auto">${escapeMarkup(text)}</p>`),
    `</article>\n`,
  ].join("\n");
}

/** End of the page, with the days of unreadable entries. */
export function htmlEnd(entries: number, unreadable: readonly { forDate: string }[]): string {
  const unreadableDays = unreadable.map(({ forDate }) => formatDate(forDate)).join("; ");
  return [
    ...(entries === 0 ? [`<p>${HTML_TEXTS.empty}</p>`] : []),
    ...(unreadableDays ? [`<p class="meta">${HTML_TEXTS.unreadable} ${unreadableDays}</p>`] : []),
    "</main>\n</body>\n</html>\n",
  ].join("\n");
}
