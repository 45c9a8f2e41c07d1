import { formatDate, formatMonth, weekdayName } from "~/domain/calendar/local-day";
import { entryName } from "~/domain/journal/entries/entry";
import { budgetForEntry, renderText, type TokenBudget } from "~/domain/journal/entries/markdown.server";
import { describeDates, describeSchedule, type Intention } from "~/domain/journal/prayers/intention";
import { LANGUAGE, t } from "~/i18n/t";
import { escapeMarkup } from "~/platform/untrusted-text";
import type { PortableEntry } from "./foreign-entry";

/** The style of the page that people download: self-contained, quiet, made for reading and for paper. */
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

/** Words of a person within a line of ours: they find their own direction and leave that of the line as it is. */
const apart = (words: string) => `<bdi>${escapeMarkup(words)}</bdi>`;

/** The beginning of the page; whatever an entry says, nothing on the page may load or run. */
export function htmlHead(day: string, name: string): string {
  const owner = (written: string) => (name ? `, ${written}` : "");
  return `<!DOCTYPE html>
<html lang="${LANGUAGE}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${HTML_TEXTS.title}${owner(escapeMarkup(name))}</title>
<style>${HTML_STYLE}</style>
</head>
<body>
<main>
<h1 dir="auto">${HTML_TEXTS.title}${owner(apart(name))}</h1>
<p class="meta">${HTML_TEXTS.from}, ${formatDate(day)}</p>
`;
}

/** The heading before the first entry of a month. */
export function htmlMonth(day: string): string {
  return `<h2 id="m${day.slice(0, 7)}">${formatMonth(day)}</h2>\n`;
}

/** One entry, as its own page shows it: a text at a time, so that others get their turn between long ones. */
export function* htmlEntry(entry: PortableEntry): Generator<string> {
  const { forDate, kind, slot, passageRef, dayName, favourite, content } = entry;
  const name = entryName(kind, slot);
  const { title, answers, body, mood, tags } = content;
  const meta = [
    `<time datetime="${forDate}">${formatDate(forDate)}</time>`,
    apart(dayName ?? weekdayName(forDate)),
    ...(title ? [name] : []),
    ...(passageRef ? [apart(passageRef)] : []),
    ...(favourite ? [HTML_TEXTS.favourite] : []),
  ];
  const budget = budgetForEntry();
  const below = [
    ...(mood ? [t("Mood: {mood}", { mood: apart(mood) })] : []),
    ...tags.map((tag) => apart(`#${tag}`)),
  ];
  yield `<article>\n<h3 dir="auto">${escapeMarkup(title || name)}</h3>\n<p class="meta">${meta.join(" · ")}</p>\n`;
  for (const { question, text } of answers)
    if (text.trim()) yield `<h4 dir="auto">${escapeMarkup(question)}</h4>\n${written(text, 5, budget)}\n`;
  if (body.trim()) yield `${written(body, 4, budget)}\n`;
  if (below.length > 0) yield `<p class="meta" dir="auto">${below.join(" · ")}</p>\n`;
  yield `</article>\n`;
}

/** What was written, with its light Markdown rendered as on our pages. */
function written(text: string, level: 4 | 5, budget: TokenBudget): string {
  const words = renderText(text, level, budget);
  return typeof words === "string"
    ? `<p class="text" dir="auto">${escapeMarkup(words)}</p>`
    : `<div class="set" dir="auto">${words.html}</div>`;
}

/** Someone or something held in prayer, with both dates; before the first of them the heading. */
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

/** The end of the page, with the days whose entries could not be opened. */
export function htmlEnd(entries: number, unreadable: readonly { forDate: string }[]): string {
  const lost = unreadable.map(({ forDate }) => formatDate(forDate)).join("; ");
  return [
    ...(entries === 0 ? [`<p>${HTML_TEXTS.empty}</p>`] : []),
    ...(lost ? [`<p class="meta">${HTML_TEXTS.unreadable} ${lost}</p>`] : []),
    "</main>\n</body>\n</html>\n",
  ].join("\n");
}
