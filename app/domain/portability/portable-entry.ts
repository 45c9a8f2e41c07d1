import { NO_CONTENT, type EntryContent } from "~/domain/journal/entries/content";
import type { Entry } from "~/domain/journal/entries/entry";
import { withoutPlaces } from "~/domain/journal/pictures/placed-pictures";

/** An earlier text of an entry, as it travels. */
type PortableVersion = { version: number; savedAt: Date; content: EntryContent };

/** An entry as it travels: everything that its writer sees of it, and nothing of how it is stored. */
export type PortableEntry = Omit<Entry, "content"> & {
  promptSet: string;
  promptIds: string[];
  content: EntryContent;
  versions: PortableVersion[];
};

/** A page from elsewhere: unknown fields have their plainest value. */
export function plainEntry(
  known: Pick<PortableEntry, "forDate" | "timezone" | "createdAt"> & Partial<PortableEntry>,
): PortableEntry {
  return {
    id: "",
    kind: "free",
    slot: "none",
    updatedAt: known.createdAt,
    version: 1,
    promptSet: "",
    promptIds: [],
    passageRef: "",
    favourite: false,
    excludeFromInsights: false,
    deletedAt: null,
    content: NO_CONTENT,
    versions: [],
    ...known,
  };
}

/** The whole text in order: each answer below its question, then the page. Unanswered questions are left out. */
export function flatText({ answers, body }: Pick<EntryContent, "answers" | "body">): string {
  const parts = answers
    .filter(({ text }) => text.trim())
    .map(({ question, text }) => `## ${question.replace(/\s+/g, " ")}\n\n${text}`);
  return [...parts, ...(body.trim() ? [body] : [])].join("\n\n");
}

/** A key that is equal for two entries that say the same on the same day, in any shape. */
export function sameness({ forDate, content }: Pick<PortableEntry, "forDate" | "content">): string {
  const words = withoutPlaces(`${content.title}\n${flatText(content)}`)
    .replace(/\s+/g, " ")
    .trim();
  return `${forDate}\n${words.normalize("NFC")}`;
}
