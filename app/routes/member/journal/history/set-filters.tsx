import { Link } from "@remix-run/react";
import type { ActiveFilter } from "~/domain/journal/history/query";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

/** What the list is narrowed by, each with its way out: links, that need no form. */
export function SetFilters({ filters }: { filters: ActiveFilter[] }) {
  if (filters.length === 0) return null;
  return (
    <div className="no-print mt-6">
      <h2 className="sr-only">{t("What is shown")}</h2>
      <ul className="flex flex-wrap gap-2">
        {filters.map(({ name, value, without }) => (
          <li key={name}>
            <Link
              to={paths.history(without)}
              className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-raised px-4 text-ink no-underline hover:bg-sunk"
            >
              <span>
                <span className="text-muted">{name}</span> <bdi>{value}</bdi>
              </span>{" "}
              <span aria-hidden>×</span>
              <span className="sr-only">
                <Trans>, show without it</Trans>
              </span>
            </Link>
          </li>
        ))}
        {filters.length > 1 && (
          <li>
            <Link to={paths.history()} className="inline-flex min-h-11 items-center px-2">
              {t("Show everything")}
            </Link>
          </li>
        )}
      </ul>
    </div>
  );
}
