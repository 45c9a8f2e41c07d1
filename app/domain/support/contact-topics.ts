/** What the contact form can be about. Without the schema, so that pages can use it. */
export const CONTACT_TOPICS = ["account", "billing", "content_error", "safety", "other"] as const;
export type ContactTopic = (typeof CONTACT_TOPICS)[number];

export const MESSAGE_LENGTH = { least: 10, most: 4000 } as const;
export const NAME_LENGTH = 100;
