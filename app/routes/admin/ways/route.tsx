import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { Disclosure } from "~/components/ui/disclosure";
import { PageHeading } from "~/components/ui/page-heading";
import { TitledSection } from "~/components/ui/titled-section";
import { isDay } from "~/domain/calendar/local-day";
import { todayIn } from "~/domain/member/current-member.server";
import { EXAMPLE_WAY } from "~/domain/ways/way-file";
import { waysForWriters } from "~/domain/ways/write-way.server";
import { wayAuthorLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { handleWayAction } from "./way-actions.server";
import { NewWayForm } from "./way-forms";
import { RefusedFiles, WriteWayForm } from "./write-form";

export const meta: MetaFunction = () => [{ title: t("Ways written here · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  wayAuthorLoader(args, async ({ url, member }) => {
    const today = todayIn(member.timezone);
    const asked = url.searchParams.get("date") ?? "";
    const day = isDay(asked) ? asked : today;
    const isText = url.searchParams.get("as") === "text";
    return Promise.resolve({ day, isText, ...waysForWriters(day, today) });
  });

export const action = (args: ActionFunctionArgs) => handleWayAction(args);

export default function WriteWaysPage() {
  const { day, isText, date, ways, refused } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading
        title={t("Ways written here")}
        intro={t("A way is a short course: each day a passage, a thought and a question or two.")}
      />
      {refused.length > 0 && <RefusedFiles files={refused} />}
      <TitledSection id="here" title={date} titleClass="mb-4 text-xl font-medium">
        <ul className="divide-y divide-line border-y border-line">
          {ways.map(({ id, name, isOurs, when, day: shown }) => (
            <li key={id} className="py-4">
              <Link to={paths.way(id)} className="font-serif text-lg">
                {name}
              </Link>{" "}
              <span className="block text-sm text-muted">{when}</span>
              {shown && (
                <p>
                  <Link to={paths.wayDay(id, shown.day)}>{shown.title}</Link>{" "}
                  <span className="text-sm text-muted">{shown.passage}</span>
                </p>
              )}
              {isOurs && (
                <Link to={paths.adminWay(id)} className="inline-flex min-h-11 items-center text-sm">
                  {t("Change {name}", { name })}
                </Link>
              )}
            </li>
          ))}
        </ul>
        <Disclosure title={t("Another date")} open={false} className="mt-3">
          <Form method="get" className="flex flex-wrap items-end gap-3 pt-2">
            <div>
              <label htmlFor="date" className="mb-1.5 block font-medium">
                {t("Date")}
              </label>
              <input key={day} id="date" name="date" type="date" defaultValue={day} className="control" />
            </div>{" "}
            <Button type="submit" variant="quiet">
              {t("Show")}
            </Button>
          </Form>
        </Disclosure>
      </TitledSection>
      <TitledSection
        id="new"
        title={t("Write a new way")}
        className="mt-14"
        titleClass="mb-5 text-xl font-medium"
      >
        {isText ? <WriteWayForm reply={reply} example={EXAMPLE_WAY} /> : <NewWayForm reply={reply} />}
        <p className="mt-6 text-sm">
          {isText ? (
            <Link to={`${paths.adminWays()}#new`}>{t("As a form")}</Link>
          ) : (
            <Link to={`${paths.adminWays()}?as=text#new`}>{t("As text")}</Link>
          )}
        </p>
      </TitledSection>
    </>
  );
}
