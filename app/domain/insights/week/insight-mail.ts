import type { Letter } from "~/domain/mail/letter";
import { t } from "~/i18n/t";

/** The mail that a week's insight is ready, without any of its content. */
export type InsightMail = {
  kind: "insight-ready";
  to: string;
  /** The address where one POST ends mails of this kind. */
  unsubscribe: string;
};

export function insightMail({ to, unsubscribe }: Omit<InsightMail, "kind">, origin: string): Letter {
  return {
    kind: "insight-ready",
    to,
    unsubscribe,
    subject: t("A look back on your week"),
    lines: [t("Your weekly insight is ready. It is waiting for you, and for no one else:")],
    link: { url: `${origin}/insights`, label: t("Look back on my week") },
    after: [t("You asked for this email in Insights. To stop it, open {unsubscribe}", { unsubscribe })],
  };
}
