import { PlainProse } from "~/components/ui/prose";
import { t } from "~/i18n/t";

/** Answers of the morning, shown again in the evening. */
export function MorningCarryoverCard({
  presence,
  word,
  intention,
  className = "mb-10",
}: {
  presence: string;
  word: string;
  intention: string;
  className?: string;
}) {
  const parts = [
    { name: t("This morning’s word"), text: word },
    { name: t("What you wanted to do"), text: intention },
    { name: t("This morning you wanted to be present to"), text: presence },
  ].filter(({ text }) => text);
  if (parts.length === 0) return null;
  return (
    <section
      aria-label={t("Kept this morning")}
      className={`space-y-4 border-l-2 border-day pl-5 ${className}`}
    >
      {parts.map(({ name, text }) => (
        <div key={name}>
          <h2 className="text-sm text-muted">{name}</h2>
          <PlainProse>{text}</PlainProse>
        </div>
      ))}
    </section>
  );
}
