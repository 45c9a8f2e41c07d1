import { Link } from "@remix-run/react";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

/** The newest insight in two sentences, on the dashboard. */
export function LatestInsight({
  weekStart,
  summary,
  className,
}: {
  weekStart: string;
  summary: string;
  className?: string;
}) {
  return (
    <section className={className} aria-labelledby="insight">
      <h2 id="insight" className="mb-2 text-sm text-muted">
        {t("Your week, looked back on")}
      </h2>
      <p dir="auto" className="max-w-measure font-serif text-lg">
        {summary}
      </p>
      <p className="text-sm">
        <Link to={paths.insightWeek(weekStart)} className="inline-flex min-h-11 items-center">
          {t("Look back")}
        </Link>
      </p>
    </section>
  );
}
