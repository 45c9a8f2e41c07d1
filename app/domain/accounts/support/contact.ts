import { t } from "~/i18n/t";

/** Separate from the schema, so that pages do not load zod. */
export const CONTACT_TOPICS = ["account", "billing", "content_error", "safety", "other"] as const;
export type ContactTopic = (typeof CONTACT_TOPICS)[number];

export const MESSAGE_LENGTH = { least: 10, most: 4000 } as const;
export const NAME_LENGTH = 100;

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
