/** What the contact form can be about (product 2.11), and what is said of each of its lines. */
export const TOPIC_LABELS = {
  account: "My account",
  billing: "Billing",
  content_error: "A mistake in a text",
  safety: "Safety",
  other: "Something else",
};

export const CONTACT_MESSAGES = {
  nameRequired: "Please tell us your name",
  nameLong: ({ most }: { most: number }) => `Please use at most ${most} characters`,
  topicRequired: "Please choose what it is about",
  messageRequired: "Please write your message",
  messageShort: ({ least }: { least: number }) => `Please write at least ${least} characters`,
  messageLong: ({ most, count }: { most: number; count: string }) =>
    `Please use at most ${most} characters; this is ${count}`,
};
