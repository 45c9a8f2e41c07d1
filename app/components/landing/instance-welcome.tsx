import { useInstance } from "~/components/layout/use-instance";
import { RenderedProse } from "~/components/ui/prose";
import type { Rendered } from "~/domain/journal/entries/entry-view";
import { t } from "~/i18n/t";

/** Welcome message of the operator, if there is one. */
export function InstanceWelcome({ words, className }: { words: Rendered | null; className?: string }) {
  const { name } = useInstance();
  if (words === null) return null;
  return (
    <section aria-labelledby="house-welcome" className={className}>
      <h2 id="house-welcome" dir="auto" className="mb-3 text-sm text-muted">
        {name ? t("From {name}", { name }) : t("From the people who run this site")}
      </h2>
      <RenderedProse text={words} />
    </section>
  );
}
