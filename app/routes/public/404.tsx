import { data, type MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [
  { title: t("Page not found · Still and Know") },
  { name: "robots", content: "noindex" },
];

/** /404 responds with status 404 as well. */
export function loader() {
  return data(null, { status: 404 });
}

export default function NotFound() {
  return (
    <>
      <PageHeading
        title={t("Page not found")}
        intro={
          <p>
            <Trans>There is nothing at this address. It may have moved, or it may not be yours to see.</Trans>
          </p>
        }
      />
      <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <ButtonLink to={paths.home()} variant="quiet" reloadDocument>
          {t("Go to the home page")}
        </ButtonLink>{" "}
        <Link to={paths.contact()} reloadDocument className="inline-flex min-h-11 items-center">
          {t("Tell us what you were looking for")}
        </Link>
      </p>
    </>
  );
}
