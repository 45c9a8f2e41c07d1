import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import type { Invoices } from "~/domain/plans/billing/paid-plan.server";
import type { Ledger } from "~/domain/plans/page/view-plans.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

/** Every change of the plan with its cause. */
export function PlanHistory({ ledger: { lines, older } }: { ledger: Ledger }) {
  return (
    <section aria-labelledby="plan-history" className="mt-14">
      <h2 id="plan-history" className="text-xl">
        {t("Plan history")}
      </h2>
      {lines.length === 0 ? (
        <p className="mt-3 text-muted">{t("No changes yet.")}</p>
      ) : (
        <ol className="mt-4 divide-y divide-line border-y border-line">
          {lines.map(({ number, day, cause, result }) => (
            <li key={number} className="py-3">
              <p className="text-sm text-muted">{day}</p>
              <p>{cause}</p>
              <p className="text-sm">{result}</p>
            </li>
          ))}
        </ol>
      )}
      {older !== null && (
        <p className="mt-4">
          <Link to={addresses.settingsPlan({ before: older })}>{t("Earlier changes")}</Link>
        </p>
      )}
    </section>
  );
}

/** Invoices, as links to the payment service. */
export function InvoiceList({ invoices }: { invoices: Invoices }) {
  if (invoices.state === "none") return null;
  return (
    <section aria-labelledby="invoices" className="mt-14">
      <h2 id="invoices" className="text-xl">
        {t("Invoices")}
      </h2>
      {invoices.state === "away" ? (
        <p className="mt-3 max-w-measure text-muted">
          <Trans>
            The payment service is not answering at the moment, so your invoices cannot be listed. Your plan
            is not affected; please come back later.
          </Trans>
        </p>
      ) : invoices.invoices.length === 0 ? (
        <p className="mt-3 text-muted">{t("None yet.")}</p>
      ) : (
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {invoices.invoices.map(({ id, name, date, amount, state, url }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
              <span>
                {url ? (
                  <a href={url} rel="noreferrer">
                    {name}
                  </a>
                ) : (
                  name
                )}{" "}
                <span className="text-sm text-muted">{date}</span>
              </span>{" "}
              <span>
                {amount}, {state}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
