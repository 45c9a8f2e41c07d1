import { Card } from "~/components/ui/card";
import type { EntryContent } from "~/domain/journal/entries/content";
import { t } from "~/i18n/t";
import { WrittenText } from "./written-text";

/** The text of another window beside the one in the form, after a save that would have lost one of them. */
export function OtherText({ title, content }: { title: string; content: EntryContent }) {
  const parts = [
    { name: t("Title"), text: content.title },
    ...content.answers.map(({ question, text }) => ({ name: question, text })),
    { name: t("Text"), text: content.body },
    { name: t("Tags"), text: content.tags.join(", ") },
    { name: t("Mood"), text: content.mood },
  ].filter(({ text }) => text);
  return (
    <Card as="section">
      <h2 className="text-lg font-semibold">{title}</h2>
      {parts.map(({ name, text }) => (
        <div key={name} className="mt-4">
          <h3 className="text-sm text-muted">{name}</h3>
          <WrittenText>{text}</WrittenText>
        </div>
      ))}
    </Card>
  );
}
