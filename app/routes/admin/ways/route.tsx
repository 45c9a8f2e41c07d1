import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { RefusedFiles, WriteWayForm } from "~/components/ways/write-form";
import { isDay } from "~/domain/calendar/local-day";
import { todayIn } from "~/domain/member/current-member.server";
import { EXAMPLE_WAY } from "~/domain/ways/way-file";
import { waysForWriters } from "~/domain/ways/write-way.server";
import { wayAuthorLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { handleWayAction } from "./way-actions.server";

export const meta: MetaFunction = () => [{ title: t("Ways of this house · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  wayAuthorLoader(args, async ({ url, member }) => {
    const today = todayIn(member.timezone);
    const asked = url.searchParams.get("date") ?? "";
    const day = isDay(asked) ? asked : today;
    return Promise.resolve({ day, ...waysForWriters(day, today) });
  });

export const action = (args: ActionFunctionArgs) => handleWayAction(args);

export default function WriteWaysPage() {
  const { day, date, ways, refused } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading
        title={t("Ways of this house")}
        intro={t("Write a way of some days here, or put its file into the folder “ways” on the server.")}
      />
      {refused.length > 0 && <RefusedFiles files={refused} />}
      <section aria-labelledby="here">
        <h2 id="here" className="mb-4 text-xl font-medium">
          {t("What is here")}
        </h2>
        <Form method="get" className="mb-6 flex flex-wrap items-end gap-3">
          <div>
            <label htmlFor="date" className="mb-1.5 block font-medium">
              {t("See a day")}
            </label>
            <input key={day} id="date" name="date" type="date" defaultValue={day} className="control" />
          </div>{" "}
          <Button type="submit" variant="quiet">
            {t("Show")}
          </Button>
        </Form>
        <p className="mb-3 text-sm text-muted">{date}</p>
        <ul className="divide-y divide-line border-y border-line">
          {ways.map(({ id, name, isOurs, when, day: shown }) => (
            <li key={id} className="py-4">
              <Link to={paths.way(id)} className="font-serif text-lg">
                {name}
              </Link>{" "}
              <span className="text-sm text-muted">{when}</span>
              <p>
                {shown ? (
                  <>
                    <Link to={paths.wayDay(id, shown.day)}>{shown.title}</Link>{" "}
                    <span className="text-sm text-muted">{shown.passage}</span>
                  </>
                ) : (
                  <span className="text-sm text-muted">{t("No day of its own on this date")}</span>
                )}
              </p>
              {isOurs && (
                <Link to={paths.adminWay(id)} className="inline-flex min-h-11 items-center text-sm">
                  {t("Change {name}", { name })}
                </Link>
              )}
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="new" className="mt-14">
        <h2 id="new" className="mb-5 text-xl font-medium">
          {t("Write a new way")}
        </h2>
        <WriteWayForm reply={reply} example={EXAMPLE_WAY} />
      </section>
    </>
  );
}
