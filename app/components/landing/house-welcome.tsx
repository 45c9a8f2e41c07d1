import { ShownText } from "~/components/journal/written-text";
import { useHouse } from "~/components/layout/use-house";
import type { Shown } from "~/domain/journal/entries/shown";
import { t } from "~/i18n/t";

/** A few sentences of those who run this place; nothing where they have written none. */
export function HouseWelcome({ words, className }: { words: Shown | null; className?: string }) {
  const { name } = useHouse();
  if (words === null) return null;
  return (
    <section aria-labelledby="house-welcome" className={className}>
      <h2 id="house-welcome" dir="auto" className="mb-3 text-sm text-muted">
        {name ? t("From {name}", { name }) : t("From those who run this place")}
      </h2>
      <ShownText text={words} />
    </section>
  );
}
