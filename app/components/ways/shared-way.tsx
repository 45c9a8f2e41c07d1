import { Link } from "@remix-run/react";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

export type SharedWayShown = { id: string; name: string; language: string; when: string };

/** The way that the instance shares. It neither asks for participation nor counts it. */
export function SharedWay({
  way,
  signedIn,
  className,
}: {
  way: SharedWayShown | null;
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
