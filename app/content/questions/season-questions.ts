/** What the daily habit asks in a season: whole weeks of questions for the morning and for the evening. */
export type SeasonQuestions = { morning: readonly string[]; evening: readonly string[] };
