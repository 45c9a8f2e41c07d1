/** The mails of the product: pure text and html. They never hold journal text. */
export type MailOrder =
  | { kind: "verify-email"; to: string; secret: string }
  | { kind: "reset-password"; to: string; secret: string };

export type MailText = { subject: string; text: string; html: string };

type Parts = { subject: string; lines: string[]; link?: { url: string; label: string }; after: string[] };

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

function compose({ subject, lines, link, after }: Parts): MailText {
  const text = [...lines, ...(link ? [link.url] : []), ...after, "Still and Know"].join("\n\n") + "\n";
  const paragraph = (line: string) => `<p>${escapeHtml(line)}</p>`;
  const button = link
    ? `<p><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:12px 20px;background:#3f5f45;color:#ffffff;text-decoration:none;border-radius:4px">${escapeHtml(link.label)}</a></p><p style="font-size:14px">${escapeHtml(link.url)}</p>`
    : "";
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(subject)}</title><body style="font-family:Georgia,serif;font-size:17px;line-height:1.6;color:#23211c;background:#fbf9f4;padding:24px"><div style="max-width:34em;margin:0 auto">${lines.map(paragraph).join("")}${button}${after.map(paragraph).join("")}<p>Still and Know</p></div></body></html>`;
  return { subject, text, html };
}

/** Renders an order. `origin` is the public address, never taken from a request. */
export function renderMail(order: MailOrder, origin: string): MailText {
  switch (order.kind) {
    case "verify-email":
      return compose({
        subject: "Verify your email address",
        lines: [
          "Welcome to Still and Know.",
          "Please open this link and press the button there, and your account is ready:",
        ],
        link: { url: `${origin}/verify-email?token=${order.secret}`, label: "Verify my email" },
        after: ["The link works once, for 24 hours. If you did not create an account, you need do nothing."],
      });
    case "reset-password":
      return compose({
        subject: "Choose a new password",
        lines: [
          "Somebody, hopefully you, asked to choose a new password for Still and Know. You can do so here:",
        ],
        link: { url: `${origin}/auth/reset-password?token=${order.secret}`, label: "Choose a new password" },
        after: [
          "The link works once, for 30 minutes. If it was not you, you need do nothing: your password stays as it is.",
        ],
      });
  }
}
