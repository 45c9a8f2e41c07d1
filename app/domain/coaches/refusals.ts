import { t } from "~/i18n/t";

/** What is said where a coach takes no message. A separate file: pages show it, and schemas stay on the server. */
export const COACH_REFUSALS = {
  not_in_plan: {
    title: t("This coach belongs to another plan"),
    text: t("What you wrote here stays yours: you can read it and delete it."),
  },
  closed: {
    title: t("This conversation has ended"),
    text: t("You can begin another one. What you typed is below."),
  },
  daily_limit: {
    title: t("That is enough for today"),
    text: t("You can continue tomorrow. What you typed is below; your journal has no limit."),
  },
  another_host: {
    title: t("The endpoint has changed"),
    text: t("The operator of this server has since chosen another one. Please read the text again."),
  },
  unknown_passage: t("Please enter a reference that exists, such as John 15:4–8."),
} as const;
