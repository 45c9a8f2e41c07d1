/** How a person hears of their weekly insight. */
export type InsightChoice = {
  /** Whether a mail says that it is ready; off by default. */
  mailNotice: boolean;
};

export const USUAL_INSIGHTS: InsightChoice = { mailNotice: false };
