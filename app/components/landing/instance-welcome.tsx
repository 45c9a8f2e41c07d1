import { Link } from "@remix-run/react";
import { useInstance } from "~/components/layout/use-instance";
import { RenderedProse } from "~/components/ui/prose";
import type { Rendered } from "~/domain/journal/entries/entry";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

/** The welcome message that the operator has written; nothing without one. */
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

export type SharedWaySummary = { id: string; name: string; language: string; when: string };

/** Link to the way that the instance shares. By design it asks nobody to take part and counts nobody. */
export function SharedWay({
  way,
  signedIn,
  className,
}: {
  way: SharedWaySummary | null;
  signedIn: boolean;
  className?: string;
}) {
  if (!way) return null;
  const { id, name, language, when } = way;
  const content = (
    <span lang={language || undefined} dir="auto">
      {name}
    </span>
  );
  return (
    <section aria-labelledby="shared-way" className={className}>
      <h2 id="shared-way" className="text-sm text-muted">
        {t("We pray together")}
      </h2>
      <p className="mt-2 font-serif text-xl">
        {signedIn ? <Link to={paths.way(id)}>{content}</Link> : content}
      </p>
      <p className="text-sm text-muted">{when}</p>
      {!signedIn && (
        <p className="mt-2 text-sm text-muted">
          <Trans>
            You can begin with <Link to={paths.today()}>today’s passage</Link>, without an account.
          </Trans>
        </p>
      )}
    </section>
  );
}
