/** A mail that says that a week's insight is there, and nothing of what it says (product 2.7). */
export type InsightMail = {
  kind: "insight-ready";
  to: string;
  /** Where one post ends mails of this kind. */
  unsubscribe: string;
};

export function insightMail({ unsubscribe }: InsightMail, origin: string) {
  return {
    subject: "Your week is ready to be looked back on",
    lines: ["Your weekly insight has been made. It waits for you, and for nobody else:"],
    link: { url: `${origin}/insights`, label: "Look back on my week" },
    after: [`You asked for this mail under Insights. To stop it, open ${unsubscribe}`],
  };
}
