/** Words as a page shows them: exactly as typed, or as HTML that the server has made of light Markdown and cleaned. */
export type Shown = string | { html: string };

/** An entry's words for reading. */
export type ShownContent = {
  answers: { key: string; question: string; text: Shown }[];
  body: Shown | null;
  tags: string[];
  mood: string;
};
