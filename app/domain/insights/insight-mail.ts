import { insightMailWords } from "~/words/insights/insight-mail";

/** A mail that says that a week's insight is there, and nothing of what it says (product 2.7). */
export type InsightMail = {
  kind: "insight-ready";
  to: string;
  /** Where one post ends mails of this kind. */
  unsubscribe: string;
};

export function insightMail({ unsubscribe }: InsightMail, origin: string) {
  return {
    subject: insightMailWords.yourWeekIsReady,
    lines: [insightMailWords.yourWeeklyInsightHasBeenMade],
    link: { url: `${origin}/insights`, label: insightMailWords.lookBackOnMyWeek },
    after: [insightMailWords.youAskedForThisMail({ unsubscribe })],
  };
}
