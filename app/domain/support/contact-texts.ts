/** What the contact form can be about (product 2.11). Without the rules, so that pages can use it. */
export const CONTACT_TOPICS = ["account", "billing", "content_error", "safety", "other"] as const;
export type ContactTopic = (typeof CONTACT_TOPICS)[number];

export const TOPIC_LABELS: Record<ContactTopic, string> = {
  account: "My account",
  billing: "Billing",
  content_error: "A mistake in a text",
  safety: "Safety",
  other: "Something else",
};

export const MESSAGE_LENGTH = { least: 10, most: 4000 } as const;
export const NAME_LENGTH = 100;

export const CONTACT_MESSAGES = {
  nameRequired: "Please tell us your name",
  nameLong: `Please use at most ${NAME_LENGTH} characters`,
  topicRequired: "Please choose what it is about",
  messageRequired: "Please write your message",
  messageShort: `Please write at least ${MESSAGE_LENGTH.least} characters`,
} as const;
