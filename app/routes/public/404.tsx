import { data, type MetaFunction } from "@remix-run/node";
import { Link, useRouteLoaderData } from "@remix-run/react";
import { MISSING_PAGE, MissingPageLinks } from "~/components/feedback/full-page";
import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import type { RootData } from "~/http/root-data.server";
import { t } from "~/i18n/t";
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
  const isSignedIn = Boolean(useRouteLoaderData<RootData>("root")?.viewer);
  return (
    <>
      <PageHeading title={MISSING_PAGE.title} intro={<p>{MISSING_PAGE.text}</p>} />
      {isSignedIn && <MissingPageLinks />}
      <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {!isSignedIn && (
          <>
            <ButtonLink to={paths.home()} variant="quiet" reloadDocument>
              {t("Go to the home page")}
            </ButtonLink>{" "}
          </>
        )}
        <Link to={paths.contact()} reloadDocument className="inline-flex min-h-11 items-center">
          {t("Tell us what you were looking for")}
        </Link>
      </p>
    </>
  );
}
