import type { EntryContent } from "~/domain/journal/entries/content";
import { t } from "~/i18n/t";
import { SavedFields } from "./saved-fields";

/** The text of another window beside the one in the form, after a save that would have lost one of them. */
export function ConflictText({ title, content }: { title: string; content: EntryContent }) {
  const parts = [
    { name: t("Title"), text: content.title },
    ...content.answers.map(({ question, text }) => ({ name: question, text })),
    { name: t("Text"), text: content.body },
    { name: t("Tags"), text: content.tags.join(", ") },
    { name: t("Mood"), text: content.mood },
  ];
  return <SavedFields title={title} parts={parts} />;
}
