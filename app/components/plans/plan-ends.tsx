import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import { Trans } from "~/i18n/trans";

/** Said on the dashboard in the last days of a plan, and at no other time. */
export function PlanEnds({ plan, day, className }: { plan: string; day: string; className?: string }) {
  return (
    <p className={className}>
      <Trans>
        Your {plan} lasts until the end of {day}. Everything you have written stays yours.{" "}
        <Link to={addresses.subscribe()}>See the plans</Link>
      </Trans>
    </p>
  );
}
