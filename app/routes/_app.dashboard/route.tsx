import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { EntryList } from "~/components/journal/entry-list";
import { PassageText } from "~/components/journal/passage-text";
import { RememberedList } from "~/components/journal/remembered";
import { RhythmStrip } from "~/components/journal/rhythm-strip";
import { WrittenText } from "~/components/journal/written-text";
import { ReminderBanner } from "~/components/reminders/reminder-banner";
import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { setTimezone } from "~/domain/accounts/settings.server";
import { dayFromToday } from "~/domain/journal/day-words";
import { dueButton, unfinishedLink } from "~/domain/journal/due";
import { entryLine } from "~/domain/journal/entry-line";
import { seasonLine } from "~/domain/journal/journal-day";
import { onThisDay } from "~/domain/journal/history-on-this-day.server";
import { rememberedLine } from "~/domain/journal/history-remembered-line";
import { dateInWords } from "~/domain/journal/local-day";
import { rhythmInWords } from "~/domain/journal/rhythm";
import { readRhythm } from "~/domain/journal/rhythm.server";
import { TimezoneSchema, UNKNOWN_ZONE } from "~/domain/journal/schema";
import { dashboardOf, standingOf } from "~/domain/journal/today.server";
import { dailyPassage } from "~/domain/scripture/daily-passage.server";
import { openReminders } from "~/domain/reminders/notifications.server";
import { notificationOf } from "~/domain/reminders/texts";
import { memberAction } from "~/http/forms.server";
import { memberLoader } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { TimezoneForm } from "./timezone-form";

export const meta: MetaFunction = () => [{ title: "Dashboard · Still and Know" }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => {
    // Asked together, so that the page waits for one answer's time.
    const [{ standing, due, presence, latest, drafts }, remembered, rhythm, open] = await Promise.all([
      dashboardOf(member),
      onThisDay(member, standingOf(member).date),
      member.rhythm.hidden ? null : readRhythm(member),
      openReminders(member),
    ]);
    return {
      name: member.firstName || member.username,
      date: dateInWords(standing.date),
      season: seasonLine(standing.date, member.prayer),
      begin: dueButton(standing.slot, due),
      passage: dailyPassage(standing.date),
      presence,
      latest: latest.map((entry) => ({
        ...entryLine(entry),
        day: dayFromToday(entry.forDate, standing.date),
      })),
      drafts: drafts.map((draft) => unfinishedLink(draft, standing.date)),
      remembered: remembered.map(rememberedLine),
      rhythm: rhythm && { days: rhythm, line: rhythmInWords(rhythm) },
      reminders: open.map(notificationOf),
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
  const {
    name,
    date,
    season,
    begin,
    passage,
    presence,
    latest,
    drafts,
    remembered,
    rhythm,
    reminders,
    zoneKnown,
  } = useLoaderData<typeof loader>();
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
      {rhythm && (
        <section className="mt-12" aria-labelledby="rhythm">
          <h2 id="rhythm" className="mb-2 text-sm text-muted">
            Your rhythm
          </h2>
          <RhythmStrip {...rhythm} />
        </section>
      )}
      {remembered.length > 0 && <RememberedList entries={remembered} className="mt-12" />}
      {reminders.length > 0 && (
        <div className="mt-12">
          <ReminderBanner reminders={reminders} />
        </div>
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
