import { Link } from "@remix-run/react";
import { Banner } from "~/components/ui/banner";
import { tn } from "~/i18n/t";
import * as paths from "~/paths";

/** Members who registered while the instance sends no email and need an approval to sign in. */
export function PendingApprovals({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Banner className="mb-10">
      <Link to={paths.adminUsers({ verified: "no", status: "active" })}>
        {tn("One person waits to be let in", "{count} people wait to be let in", count)}
      </Link>
    </Banner>
  );
}
