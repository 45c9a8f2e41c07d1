import { EntryLines } from "~/components/journal/entry-lines";
import { t } from "~/i18n/t";

type Line = { id: string; day: string; reference: string; name: string; excerpt: string };

/** One's own entries with a passage of this chapter. */
export function WrittenWith({ entries }: { entries: Line[] }) {
  if (entries.length === 0) return null;
  return (
    <EntryLines
      id="written-with"
      heading={t("You have written with this chapter")}
      lines={entries.map(({ day, reference, ...line }) => ({ ...line, said: `${day} · ${reference}` }))}
      className="no-print mb-10"
    />
  );
}
