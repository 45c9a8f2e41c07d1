import { Card } from "~/components/ui/card";
import type { EntryContent } from "~/domain/journal/content";
import { otherTextWords } from "~/words/journal/other-text";
import { WrittenText } from "./written-text";

/** The text of another window beside the one in the form, after a save that would have lost one of them. */
export function OtherText({ title, content }: { title: string; content: EntryContent }) {
  const parts = [
    { name: otherTextWords.title, text: content.title },
    ...content.answers.map(({ question, text }) => ({ name: question, text })),
    { name: otherTextWords.text, text: content.body },
    { name: otherTextWords.tags, text: content.tags.join(", ") },
    { name: otherTextWords.mood, text: content.mood },
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
