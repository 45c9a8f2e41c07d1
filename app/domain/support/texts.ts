import { t } from "~/i18n/t";

/** What the contact form can be about, and what is said of each of its lines. */
export const TOPIC_LABELS = {
  account: t("My account"),
  billing: t("Billing"),
  content_error: t("A mistake in a text"),
  safety: t("Safety"),
  other: t("Something else"),
};

export const CONTACT_MESSAGES = {
  nameRequired: t("Please tell us your name"),
  nameLong: ({ most }: { most: number }) => t("Please use at most {most} characters", { most }),
  topicRequired: t("Please choose what it is about"),
  messageRequired: t("Please write your message"),
  messageShort: ({ least }: { least: number }) => t("Please write at least {least} characters", { least }),
  messageLong: ({ most, count }: { most: number; count: string }) =>
    t("Please use at most {most} characters; this is {count}", { most, count }),
};
