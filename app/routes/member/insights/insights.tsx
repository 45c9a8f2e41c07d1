import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { InsightPending } from "~/components/insights/insight-text";
import { PageHeading } from "~/components/ui/page-heading";
import { isDay, weekdayName } from "~/domain/calendar/local-day";
import { summarizeInsight } from "~/domain/insights/insight";
import {
  currentWeekStart,
  lastWeekStart,
  listInsights,
  listSeasons,
  type Insight,
} from "~/domain/insights/insights.server";
import { makeLastWeekInsight } from "~/domain/insights/make-insight.server";
import { formatWeek, lastDayOf } from "~/domain/insights/week";
import { isOwnWeek, ListSchema } from "~/domain/insights/week-actions.server";
import { featuresOf } from "~/domain/member/plan";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { handleWeekAction } from "./week/week-actions.server";

export const meta: MetaFunction = () => [{ title: t("Insights · Still and Know") }];

function toListItem({ weekStart, status, content, making }: Insight) {
  const isReady = status === "ready" && content;
  return {
    weekStart,
    week: formatWeek(weekStart),
    making,
    summary: isReady
      ? summarizeInsight(content)
      : content
        ? t("Too few entries to say anything honest.")
        : making
          ? t("Being written.")
          : t("Not made yet."),
  };
}

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    const before = url.searchParams.get("before") ?? "";
    // Makes the insight of the last week if the job has not made it yet.
    const hasInsight = before !== "" || (await makeLastWeekInsight(member));
    const { seasonInsights } = featuresOf(member.subscriptionTier);
    const [{ insights, older }, seasons] = await Promise.all([
      listInsights(member, isDay(before) ? before : undefined),
      seasonInsights && member.prayer.showSeason ? listSeasons(member) : [],
    ]);
    return {
      insights: insights.map(toListItem),
      older,
      seasons: seasons.map(({ key, name, running }) => ({ key, name, running })),
      quietWeek: hasInsight ? null : formatWeek(lastWeekStart(member)),
      ends: weekdayName(lastDayOf(currentWeekStart(member))),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: ListSchema }, async ({ value, member }) => {
    const weekStart = value.weekStart ?? lastWeekStart(member);
    return handleWeekAction(member, weekStart, value, () => isOwnWeek(member, weekStart));
  });

export default function InsightsPage() {
  const { insights, older, seasons, quietWeek, ends } = useLoaderData<typeof loader>();
  const isMaking = insights.some(({ making }) => making);
  return (
    <>
      <PageHeading
        title={t("Insights")}
        intro={t(
          "Once a week, what you wrote, gathered in your own words. Your week ends on {ends}; the next insight is made then.",
          { ends },
        )}
      />
      {isMaking && (
        <div className="mb-8">
          <InsightPending to={paths.insights()} />
        </div>
      )}
      {quietWeek && (
        <p className="mb-8 max-w-measure">
          {t("Nothing was written last week, {quietWeek}. That’s all right.", { quietWeek })}
        </p>
      )}
      {insights.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {insights.map(({ weekStart, week, summary }) => (
            <li key={weekStart}>
              <Link
                to={paths.insightWeek(weekStart)}
                className="block py-4 text-ink no-underline hover:bg-sunk focus-visible:bg-sunk"
              >
                <span className="block font-medium underline decoration-line underline-offset-4">{week}</span>{" "}
                <span className="mt-1 block font-serif text-muted">{summary}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {older && (
        <p className="mt-6">
          <Link to={paths.insights({ before: older })} className="inline-flex min-h-11 items-center">
            {t("Earlier weeks")}
          </Link>
        </p>
      )}
      {seasons.length > 0 && (
        <section className="mt-14" aria-labelledby="seasons">
          <h2 id="seasons" className="mb-3 text-xl font-medium">
            {t("Seasons")}
          </h2>
          <ul>
            {seasons.map(({ key, name, running }) => (
              <li key={key}>
                <Link to={paths.insightSeason(key)} className="inline-flex min-h-11 items-center">
                  {name}
                </Link>
                {running && <span className="text-muted"> · {t("so far")}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="mt-12 text-sm">
        <Link to={paths.insightChoices()} className="inline-flex min-h-11 items-center">
          {t("How insights are made for you")}
        </Link>
      </p>
    </>
  );
}
