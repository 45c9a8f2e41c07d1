import { Link } from "@remix-run/react";
import { Fragment } from "react";
import { t } from "~/i18n/t";

/** Over how many days figures are shown, each a link. */
export function RangeChoice({
  ranges,
  chosen,
  to,
}: {
  ranges: readonly number[];
  chosen: number;
  to: (range: number) => string;
}) {
  return (
    <nav aria-label={t("Time")} className="mb-10 flex flex-wrap gap-x-6">
      {ranges.map((range) => (
        <Fragment key={range}>
          <Link
            to={to(range)}
            aria-current={range === chosen ? "true" : undefined}
            className="inline-flex min-h-11 items-center aria-[current]:font-semibold aria-[current]:no-underline"
          >
            {t("{range} days", { range })}
          </Link>{" "}
        </Fragment>
      ))}
    </nav>
  );
}
