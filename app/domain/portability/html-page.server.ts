import { dateInWords, monthInWords, weekdayName } from "~/domain/calendar/local-day";
import { entryName } from "~/domain/journal/entries/entry";
import { budgetForEntry, shownText, type TokenBudget } from "~/domain/journal/entries/markdown.server";
import { carriedInWords, comingInWords, type Intention } from "~/domain/prayers/intention";
import { LANGUAGE } from "~/i18n/language";
import { t } from "~/i18n/t";
import { escapeMarkup } from "~/platform/escape-markup";
import { HTML_STYLE, HTML_TEXTS } from "./html-page-content";
import type { PortableEntry } from "./portable-entry";

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
<p class="meta">${HTML_TEXTS.from}, ${dateInWords(day)}</p>
`;
}

/** The heading before the first entry of a month. */
export function htmlMonth(day: string): string {
  return `<h2 id="m${day.slice(0, 7)}">${monthInWords(day)}</h2>\n`;
}

/** One entry, as its own page shows it: a text at a time, so that others get their turn between long ones. */
export function* htmlEntry(entry: PortableEntry): Generator<string> {
  const { forDate, kind, slot, passageRef, dayName, favourite, content } = entry;
  const name = entryName(kind, slot);
  const { title, answers, body, mood, tags } = content;
  const meta = [
    `<time datetime="${forDate}">${dateInWords(forDate)}</time>`,
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
  const words = shownText(text, level, budget);
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
    `<p class="meta">${carriedInWords(intention)} · ${comingInWords(intention, today)}</p>`,
    ...[line, came].filter(Boolean).map((text) => `<p class="text" dir="auto">${escapeMarkup(text)}</p>`),
    `</article>\n`,
  ].join("\n");
}

/** The end of the page, with the days whose entries could not be opened. */
export function htmlEnd(entries: number, unreadable: readonly { forDate: string }[]): string {
  const lost = unreadable.map(({ forDate }) => dateInWords(forDate)).join("; ");
  return [
    ...(entries === 0 ? [`<p>${HTML_TEXTS.empty}</p>`] : []),
    ...(lost ? [`<p class="meta">${HTML_TEXTS.unreadable} ${lost}</p>`] : []),
    "</main>\n</body>\n</html>\n",
  ].join("\n");
}
