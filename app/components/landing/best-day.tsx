import { Link } from "@remix-run/react";
import BEST_DAY from "~/content/best-day.yaml";
import { EVENING_LABELS, MORNING_LABELS } from "~/domain/administration/demo/texts";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

/** One of the invented days of the demonstration, as someone wrote it. */
export function BestDay() {
  return (
    <section aria-labelledby="best-day" className="mt-16 border-l-2 border-day pl-5 sm:mt-20 sm:pl-8">
      <h2 id="best-day" className="text-sm text-muted">
        {t("A day in an invented journal")}
      </h2>
      <div className="mt-4 grid gap-8 sm:grid-cols-2">
        <Written title={t("In the morning")} labels={MORNING_LABELS} texts={BEST_DAY.morning} />
        <Written title={t("At night")} labels={EVENING_LABELS} texts={BEST_DAY.evening} />
      </div>
      <p className="mt-5 text-sm">
        <Link to={paths.demoDashboard()} reloadDocument className="inline-flex min-h-11 items-center">
          {t("Read on in the demonstration")}
        </Link>
      </p>
    </section>
  );
}

type WrittenProps = { title: string; labels: readonly string[]; texts: readonly string[] };

function Written({ title, labels, texts }: WrittenProps) {
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      <dl className="mt-2 space-y-3">
        {labels.map((label, at) => (
          <div key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="font-serif text-lg">{texts[at]}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
