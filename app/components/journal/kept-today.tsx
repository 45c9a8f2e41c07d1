import { WrittenText } from "./written-text";

/** What the morning kept, shown in the evening: one arc over the day. */
export function KeptToday({
  presence,
  word,
  intention,
}: {
  presence: string;
  word: string;
  intention: string;
}) {
  const parts = [
    { name: "This morning’s word", text: word },
    { name: "What you wanted to do", text: intention },
    { name: "This morning you wanted to be present to", text: presence },
  ].filter(({ text }) => text);
  if (parts.length === 0) return null;
  return (
    <section aria-label="Kept this morning" className="mb-10 space-y-4 border-l-2 border-accent pl-5">
      {parts.map(({ name, text }) => (
        <div key={name}>
          <h2 className="text-sm text-muted">{name}</h2>
          <WrittenText>{text}</WrittenText>
        </div>
      ))}
    </section>
  );
}
