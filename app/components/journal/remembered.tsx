import { t } from "~/i18n/t";
import { EntryLines } from "./entry-lines";

/** An entry of another year. */
export type RememberedLine = { id: string; because: string; day: string; name: string; excerpt: string };

/** What was written on this day in other years. */
export function RememberedList({ entries, className }: { entries: RememberedLine[]; className?: string }) {
  return (
    <EntryLines
      id="on-this-day"
      heading={t("On this day")}
      lines={entries.map(({ because, day, ...line }) => ({ ...line, said: `${because} · ${day}` }))}
      className={className}
    />
  );
}
