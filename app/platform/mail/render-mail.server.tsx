import type { CSSProperties } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** The content of an email; `lines` precede the link button, `after` follows it. */
export type MailContent = {
  subject: string;
  lines: string[];
  link?: { url: string; label: string };
  after: string[];
};

/** The parts shared by all emails: language, and the site's name at the top and in the signature. */
export type MailTemplate = { language: string; name: string };

/** Renders an email as plain text and as HTML. */
export function renderMailDocument(
  content: MailContent,
  template: MailTemplate,
): { text: string; html: string } {
  const { lines, link, after } = content;
  const text = [...lines, ...(link ? [link.url] : []), ...after, template.name].join("\n\n") + "\n";
  const html = `<!doctype html>${renderToStaticMarkup(<MailPage {...content} {...template} />)}`;
  return { text, html };
}

/** Inline styles: some email clients ignore style sheets. */
const STYLES = {
  page: {
    margin: 0,
    padding: "32px 16px",
    background: "#fbf9f4",
    color: "#23211c",
    fontFamily: "Charter, Georgia, serif",
    fontSize: "17px",
    lineHeight: 1.6,
  },
  column: { maxWidth: "34em", margin: "0 auto" },
  name: { margin: "0 0 16px", fontSize: "15px", letterSpacing: "0.04em", color: "#3f5f45" },
  sheet: {
    padding: "12px 28px",
    background: "#fffefb",
    border: "1px solid #e4dece",
    borderRadius: "8px",
    overflowWrap: "anywhere",
  },
  button: {
    display: "inline-block",
    padding: "12px 24px",
    background: "#3f5f45",
    color: "#fffefb",
    textDecoration: "none",
    borderRadius: "6px",
  },
  address: { fontSize: "14px", color: "#625c50" },
} as const satisfies Record<string, CSSProperties>;

const DARK_STYLES = `@media (prefers-color-scheme: dark) {
  .page { background: #181612 !important; color: #e9e4d8 !important; }
  .sheet { background: #201d18 !important; border-color: #35312a !important; }
  .name { color: #a9c6ae !important; }
  .address { color: #ada595 !important; }
  .button { background: #a9c6ae !important; color: #110f0c !important; }
}`;

function MailPage({ subject, lines, link, after, language, name }: MailContent & MailTemplate) {
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{subject}</title>
        <style>{DARK_STYLES}</style>
      </head>
      <body className="page" style={STYLES.page}>
        <div style={STYLES.column}>
          <p className="name" dir="auto" style={STYLES.name}>
            {name}
          </p>
          <div className="sheet" style={STYLES.sheet}>
            <Paragraphs lines={lines} />
            {link && (
              <>
                <p>
                  <a className="button" dir="auto" href={link.url} style={STYLES.button}>
                    {link.label}
                  </a>
                </p>
                <p className="address" dir="ltr" style={STYLES.address}>
                  {link.url}
                </p>
              </>
            )}
            <Paragraphs lines={after} />
          </div>
        </div>
      </body>
    </html>
  );
}

/** Paragraphs with their line breaks. `dir="auto"`: a text may be in another language than the email. */
function Paragraphs({ lines }: { lines: string[] }) {
  return lines.map((line, place) => (
    <p key={place} dir="auto">
      {line.split("\n").map((part, row) => (row === 0 ? part : [<br key={row} />, part]))}
    </p>
  ));
}
