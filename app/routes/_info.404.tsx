import { data, type MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { PageHeading } from "~/components/ui/page-heading";
import { ButtonLink } from "~/components/ui/button";
import { notFoundWords } from "~/words/info/not-found";

export const meta: MetaFunction = () => [
  { title: notFoundWords.pageTitle },
  { name: "robots", content: "noindex" },
];

/** The not-found page has an address of its own, which answers 404 as well (contract section 8). */
export function loader() {
  return data(null, { status: 404 });
}

export default function NotFound() {
  return (
    <>
      <PageHeading
        title={notFoundWords.pageNotFound}
        intro={<p>{notFoundWords.thereIsNothingAtThisAddress}</p>}
      />
      <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <ButtonLink to="/home" variant="quiet" reloadDocument>
          {notFoundWords.goToTheHomePage}
        </ButtonLink>
        <Link to="/contact" reloadDocument className="inline-flex min-h-11 items-center">
          {notFoundWords.tellUsWhatYouLookedFor}
        </Link>
      </p>
    </>
  );
}
