import { onOrOff, type SettingsOf } from "./setting";

/** How a person hears of their weekly insight. */
export const INSIGHTS = {
  /** Whether a mail says that it is ready. */
  mailNotice: onOrOff(false),
};
export type InsightChoice = SettingsOf<typeof INSIGHTS>;
