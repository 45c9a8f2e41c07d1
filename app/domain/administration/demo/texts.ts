import { t } from "~/i18n/t";

export const DEMO_TEXTS = {
  title: t("Peace be with you, Hannah"),
  banner: {
    title: t("This is a demo"),
    text: t(
      "Hannah and everything in this journal are invented. You can read it all; nothing here can be changed, and nothing you do here is kept.",
    ),
    begin: t("Create an account"),
    stay: t("Show me the demo first next time"),
    leave: t("Leave the demo"),
  },
  verse: t("Today’s verse"),
  presence: t("Today you want to be present to"),
  rhythm: t("Your rhythm"),
  entries: t("The last sixty days"),
  gaps: t("Only days with an entry are shown."),
  pages: t("Pages of the journal"),
  newer: t("Newer days"),
  older: t("Older days"),
  page: (page: number, pages: number) => t("Page {page} of {pages}", { page, pages }),
  favourite: t("Favourite"),
} as const;

/** Questions of the morning and evening entries. */
export const MORNING_LABELS = [t("I thank God for…"), t("Today I want to be present to…")] as const;
export const EVENING_LABELS = [
  t("A moment of grace"),
  t("What was heavy"),
  t("For tomorrow I ask…"),
] as const;
