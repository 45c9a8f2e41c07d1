import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { RememberedList } from "~/components/journal/entry-list";
import { MorningCarryoverCard } from "~/components/journal/morning-carryover";
import { PlanNote } from "~/components/journal/passage-text";
import { RhythmStrip } from "~/components/journal/rhythm-strip";
import { InstanceWelcome, SharedWay } from "~/components/landing/instance-welcome";
import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { readDashboard } from "~/domain/accounts/dashboard/dashboard.server";
import { dismissResetLinkNotice, dismissRestoreNotice } from "~/domain/accounts/manual-approval.server";
import { DashboardSchema, saveFirstChoices, setTimezone } from "~/domain/accounts/settings/settings.server";
import { notInPlanMessage } from "~/domain/journal/prompt-sets/registry";
import type { Member } from "~/domain/member/member";
import { redirectWithToast } from "~/http/cookies.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";
import { FirstRun } from "./first-run";
import {
  LatestInsight,
  LowRecoveryCodes,
  NextWay,
  PassageExcerpt,
  PlanEndNote,
  ReminderBanner,
  TimezoneForm,
  TodayIntentions,
} from "./parts";

export const meta: MetaFunction = () => [{ title: t("Dashboard · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) => memberLoader(args, ({ member }) => readDashboard(member));

const storedFirstRun = (form: FormData, member: Member) => {
  if (form.get("intent") !== "begin") return undefined;
  const { firstName, morningPromptTime, eveningPromptTime, timezone, prayer } = member;
  return { firstName, tradition: prayer.tradition, morningPromptTime, eveningPromptTime, timezone };
};

/** Saves the first-run choices or the time zone, or dismisses a notice. */
export const action = (args: ActionFunctionArgs) =>
  memberAction(
    args,
    { schema: DashboardSchema, stored: storedFirstRun },
    async ({ value, member, refuse }) => {
      if (value.intent === "begin") {
        const { intent: _, ...choices } = value;
        const saved = await saveFirstChoices(member, choices);
        if (!saved.ok) {
          const refusal = notInPlanMessage(choices.promptSetPreference ?? member.promptSetPreference);
          return refuse({ status: 403, fields: { promptSetPreference: [refusal] } });
        }
        return redirect(paths.journal());
      }
      if (value.intent === "restored") {
        await dismissRestoreNotice(member);
        return redirect(paths.dashboard());
      }
      if (value.intent === "resetLinkRead") {
        await dismissResetLinkNotice(member);
        return redirect(paths.dashboard());
      }
      await setTimezone(member, value.timezone);
      return redirectWithToast(paths.dashboard(), {
        title: t("Your days now follow {timezone}", { timezone: value.timezone }),
        tone: "success",
      });
    },
  );

export { cachedLoader as clientLoader } from "~/browser/page-cache";

/** Sections in order of urgency, with one primary button (docs/product.md#dashboard). */
export default function DashboardPage() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const greeting = loaded.name
    ? t("Peace be with you, {name}", { name: loaded.name })
    : t("Peace be with you");
  if (loaded.firstRun)
    return (
      // The margins are smaller than on other pages, so that the form fits on the screen of a phone.
      <div className="-mb-14 -mt-3 sm:mb-0 sm:mt-0">
        <h1 dir="auto" className="mb-5 text-2xl sm:mb-8 sm:text-3xl">
          {greeting}
        </h1>
        <InstanceWelcome words={loaded.welcome} className="mb-10 max-w-measure" />
        <FirstRun values={loaded.firstRun} sets={loaded.sets} reply={reply} />
      </div>
    );
  const {
    begin,
    isWholeDay,
    onlyOne,
    way,
    shared,
    next,
    passage,
    passageNote,
    carryover,
    held,
    hasPrayerRequests,
    rhythm,
    remembered,
    insight,
    drafts,
    reminders,
    zoneKnown,
    planEnds,
    fewCodes,
    isNearlyFull,
  } = loaded;
  return (
    <>
      <PageHeading title={greeting} eyebrow={`${loaded.date} · ${loaded.season}`} />
      {begin.to ? (
        <p className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <ButtonLink to={begin.to}>{begin.label}</ButtonLink>{" "}
          {onlyOne && (
            <Link to={onlyOne} className="inline-flex min-h-11 items-center">
              {t("Only one question today")}
            </Link>
          )}
        </p>
      ) : (
        <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
          <p className="font-serif text-xl">{begin.label}</p>{" "}
          {isWholeDay && (
            <Link
              to={paths.freePage()}
              className="inline-flex min-h-11 items-center text-muted hover:text-ink"
            >
              {t("Write a free page")}
            </Link>
          )}
        </div>
      )}
      {fewCodes !== null && <LowRecoveryCodes codesLeft={fewCodes} className="mt-8" />}
      {!zoneKnown && <TimezoneForm reply={reply} />}
      {passage && (
        <section className="mt-12" aria-labelledby="passage">
          <h2 id="passage" className="mb-4 text-sm text-muted">
            {t("Today’s passage")}
          </h2>
          {way && (
            <p className="mb-4 font-serif text-xl">
              <Link to={paths.way(way.id)}>{way.name}</Link>: {way.title}
            </p>
          )}
          <PassageExcerpt {...passage} />
          {passageNote !== null && <PlanNote words={passageNote} />}
        </section>
      )}
      <SharedWay way={shared} signedIn className="mt-12" />
      {next && <NextWay {...next} className="mt-12" />}
      <MorningCarryoverCard {...carryover} className="mt-12" />
      {held.length > 0 && <TodayIntentions held={held} className="mt-12" />}
      {hasPrayerRequests && (
        <p className="mt-8">
          <Link to={`${paths.prayers()}#requests`} className="inline-flex min-h-11 items-center">
            {t("Others here are asking for prayer")}
          </Link>
        </p>
      )}
      {rhythm && (
        <section className="mt-12" aria-labelledby="rhythm">
          <h2 id="rhythm" className="mb-2 text-sm text-muted">
            {t("Your rhythm")}
          </h2>
          <RhythmStrip days={rhythm} />
        </section>
      )}
      {remembered.length > 0 && <RememberedList entries={remembered} className="mt-12" />}
      {insight && <LatestInsight {...insight} className="mt-12" />}
      {reminders.length > 0 && (
        <div className="mt-12">
          <ReminderBanner reminders={reminders} />
        </div>
      )}
      {drafts.length > 0 && (
        <section className="mt-12" aria-labelledby="unfinished">
          <h2 id="unfinished" className="mb-2 text-sm text-muted">
            {t("Unfinished")}
          </h2>
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
      {isNearlyFull && (
        <p className="mt-12 text-muted">
          <Trans>
            Your journal is nearly full: <Link to={paths.settingsData()}>how much room there is</Link>.
          </Trans>
        </p>
      )}
      {planEnds && <PlanEndNote {...planEnds} className="mt-12 text-muted" />}
    </>
  );
}
