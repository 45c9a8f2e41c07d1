import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { EntryList } from "~/components/journal/entry-list";
import { PassageText } from "~/components/journal/passage-text";
import { WrittenText } from "~/components/journal/written-text";
import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { setTimezone } from "~/domain/accounts/settings.server";
import { dayFromToday } from "~/domain/journal/day-words";
import { dueButton, unfinishedLink } from "~/domain/journal/due";
import { entryLine } from "~/domain/journal/entry-line";
import { dateInWords } from "~/domain/journal/local-day";
import { TimezoneSchema, UNKNOWN_ZONE } from "~/domain/journal/schema";
import { dashboardOf } from "~/domain/journal/today.server";
import { churchDay } from "~/domain/scripture/church-year";
import { dailyPassage } from "~/domain/scripture/daily-passage.server";
import { memberAction } from "~/http/forms.server";
import { memberLoader } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { TimezoneForm } from "./timezone-form";

export const meta: MetaFunction = () => [{ title: "Dashboard · Still and Know" }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => {
    const { standing, due, presence, latest, drafts } = await dashboardOf(member);
    return {
      name: member.firstName || member.username,
      date: dateInWords(standing.date),
      season: churchDay(standing.date).line,
      begin: dueButton(standing.slot, due),
      passage: dailyPassage(standing.date),
      presence,
      latest: latest.map((entry) => ({
        ...entryLine(entry),
        day: dayFromToday(entry.forDate, standing.date),
      })),
      drafts: drafts.map((draft) => unfinishedLink(draft, standing.date)),
      zoneKnown: member.timezone !== "",
    };
  });

/** The one form of the dashboard: where the person lives, asked until it is known (contract section 8, "New users"). */
export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: TimezoneSchema }, async ({ value, member, refuse }) => {
    const result = await setTimezone(member, value.timezone);
    if (!result.ok) return refuse({ status: 400, fields: { timezone: [UNKNOWN_ZONE] } });
    return redirectWithToast("/dashboard", {
      title: `Your days now follow ${result.timezone}`,
      tone: "success",
    });
  });

export default function Dashboard() {
  const { name, date, season, begin, passage, presence, latest, drafts, zoneKnown } =
    useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading title={`Peace be with you, ${name}`} eyebrow={`${date} · ${season}`} />
      <p>
        <ButtonLink to={begin.to} variant={begin.done ? "quiet" : "primary"}>
          {begin.label}
        </ButtonLink>
      </p>
      {!zoneKnown && <TimezoneForm reply={reply} />}
      <section className="mt-12" aria-labelledby="verse">
        <h2 id="verse" className="mb-4 text-sm text-muted">
          Today’s verse
        </h2>
        <PassageText passage={passage} />
      </section>
      {presence && (
        <section className="mt-12">
          <h2 className="mb-2 text-sm text-muted">Today you want to be present to</h2>
          <WrittenText>{presence}</WrittenText>
        </section>
      )}
      {drafts.length > 0 && (
        <section className="mt-12">
          <h2 className="mb-2 text-lg font-semibold">Unfinished</h2>
          <ul>
            {drafts.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className="inline-flex min-h-11 items-center">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {latest.length > 0 && (
        <section className="mt-12">
          <h2 className="mb-3 text-lg font-semibold">Latest entries</h2>
          <EntryList entries={latest} />
          <p className="mt-4 text-sm">
            <Link to="/journal/history">All entries</Link>
          </p>
        </section>
      )}
    </>
  );
}
