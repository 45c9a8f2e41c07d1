import { t } from "~/i18n/t";

/** The style of the page that people download: self-contained, quiet, made for reading and for paper. */
export const HTML_STYLE = `
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

export const HTML_TEXTS = {
  title: t("My journal"),
  from: t("From Still and Know"),
  empty: t("There is nothing here yet."),
  unreadable: t("Entries that could not be opened:"),
  favourite: t("favourite"),
  intentions: t("People and intentions"),
} as const;
