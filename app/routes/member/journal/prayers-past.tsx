import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { PageHeading } from "~/components/ui/page-heading";
import { describeDates, groupBySeason, readListCursor } from "~/domain/journal/prayers/intention";
import { listPastIntentions } from "~/domain/journal/prayers/list-intentions.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Finished prayers · Still and Know") }];

/** The laid-down intentions with their outcome, grouped by season. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    const after = readListCursor(url.searchParams.get("page"));
    const { intentions, older } = await listPastIntentions(member, after);
    return {
      seasons: groupBySeason(intentions, member.prayer.showSeason).map(({ heading, items }) => ({
        heading,
        items: items.map((each) => ({
          id: each.id,
          name: each.name,
          line: each.line,
          came: each.came,
          carried: describeDates(each),
        })),
      })),
      older: older ?? null,
      isFirst: !after,
    };
  });

export default function PastPage() {
  const { seasons, older, isFirst } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeading
        title={t("Finished prayers")}
        intro={t("Who and what you prayed for, and what came of it.")}
      />
      {seasons.length === 0 && (
        <p className="text-muted">
          {t("Nothing yet. A prayer that you finish is kept here, with what came of it in your own words.")}
        </p>
      )}
      {seasons.map(({ heading, items }) => (
        <section key={heading} className="mt-12" aria-label={heading}>
          <h2 className="mb-2 text-lg font-semibold">{heading}</h2>
          <ul className="divide-y divide-line border-y border-line">
            {items.map(({ id, name, line, came, carried }) => (
              <li key={id} className="relative py-5 hover:bg-sunk">
                <p className="text-sm text-muted">{carried}</p>
                <h3 dir="auto" className="mt-0.5 break-words font-serif text-xl">
                  <Link to={paths.prayer(id)} className="text-ink after:absolute after:inset-0">
                    {name}
                  </Link>
                </h3>
                {line && (
                  <p dir="auto" className="break-words font-serif text-muted">
                    {line}
                  </p>
                )}
                {came && (
                  <p
                    dir="auto"
                    className="mt-3 max-w-measure whitespace-pre-wrap break-words border-l-2 border-day pl-5 font-serif text-lg"
                  >
                    {came}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <nav
        aria-label={t("More finished prayers")}
        className="no-print mt-8 flex flex-wrap justify-between gap-4"
      >
        <Link to={paths.prayers()}>{t("People and intentions")}</Link>{" "}
        {!isFirst && <Link to={paths.prayersPast()}>{t("Newest")}</Link>}{" "}
        {older && (
          <Link to={paths.prayersPast({ page: older })} rel="next">
            {t("Older")}
          </Link>
        )}
      </nav>
    </>
  );
}
