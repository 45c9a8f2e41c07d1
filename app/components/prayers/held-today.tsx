import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import { t } from "~/i18n/t";

/** The few of the day, and the way to pray through them. */
export function HeldToday({ held, className }: { held: readonly string[]; className?: string }) {
  return (
    <section className={className} aria-labelledby="held">
      <h2 id="held" className="text-sm text-muted">
        {t("Today you hold before God")}
      </h2>
      <p dir="auto" className="max-w-measure break-words font-serif text-lg">
        {held.join(" · ")}
      </p>
      <p className="text-sm">
        <Link to={addresses.pray()} className="inline-flex min-h-11 items-center">
          {t("Pray through")}
        </Link>
      </p>
    </section>
  );
}
