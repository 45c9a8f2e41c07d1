import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import { Banner } from "~/components/ui/banner";
import { tn } from "~/i18n/t";

/** Who has registered in a house without email and cannot come in by themselves. */
export function WaitingPeople({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Banner className="mb-10">
      <Link to={addresses.adminUsers({ verified: "no", status: "active" })}>
        {tn("One person waits to be let in", "{count} people wait to be let in", count)}
      </Link>
    </Banner>
  );
}
