/** What an email says, before it is laid out (`~/platform/mail/letter.server`). Never a word of a journal. */
export type LetterParts = {
  subject: string;
  /** Paragraphs before the link. */
  lines: string[];
  link?: { url: string; label: string };
  /** Paragraphs after it. */
  after: string[];
};

/** An email of one of the areas, as it is handed to the outbox. */
export type Letter = LetterParts & {
  /** Names the sort of email in the log and for administrators. */
  kind: string;
  to: string;
  replyTo?: string;
  /** Where one post ends emails of this kind (RFC 8058). */
  unsubscribe?: string;
};
