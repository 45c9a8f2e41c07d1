import { Card } from "~/components/ui/card";
import { PlainProse } from "./entry-prose";

/** What is saved, part by part, beside what was typed; empty parts are left out. */
export function SavedFields({ title, parts }: { title: string; parts: { name: string; text: string }[] }) {
  return (
    <Card as="section">
      <h2 className="text-lg font-semibold">{title}</h2>
      {parts
        .filter(({ text }) => text)
        .map(({ name, text }) => (
          <div key={name} className="mt-4">
            <h3 dir="auto" className="text-sm text-muted">
              {name}
            </h3>
            <PlainProse>{text}</PlainProse>
          </div>
        ))}
    </Card>
  );
}
