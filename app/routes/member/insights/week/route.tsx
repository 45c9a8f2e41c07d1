import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { InsightPending, InsightText } from "~/components/insights/insight-text";
import { MarkControl, MarkableTopics } from "~/components/journal/talk-about";
import { CareNote } from "~/components/safety/care-note";
import { PageHeading } from "~/components/ui/page-heading";
import { aiAccess } from "~/domain/ai/model-access.server";
import { formatDate, localMoment } from "~/domain/calendar/local-day";
import { arrangeLines } from "~/domain/insights/insight";
import { insightCareNote, readInsight, type Insight } from "~/domain/insights/insights.server";
import { formatWeek, insightOnPage, quotedDays } from "~/domain/insights/week";
import {
  changeLineTopic,
  isOwnWeek,
  marksOfWeek,
  saveWeekPrayer,
  WeekSchema,
} from "~/domain/insights/week-actions.server";
import type { Member } from "~/domain/member/member";
import { featuresOf } from "~/domain/member/plan";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader, notFound } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { topicMarkQuery, topicMarkResponse } from "~/routes/member/journal/topic-response.server";
import { FeedbackForm, InsightProvenance, MissingInsight, WeekPrayerForm } from "./parts";
import { handleWeekAction } from "./week-actions.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: t("{week} · Still and Know", { week: data ? data.week : t("Insight") }) },
];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ params, member }) => {
    const weekStart = params.weekStart ?? "";
    const insight = await readInsight(member, weekStart);
    if (!insight && !isOwnWeek(member, weekStart)) throw notFound();
    return {
      weekStart,
      week: formatWeek(weekStart),
      insight: insight && pageData(member, insight),
      ...(await marksOfWeek(member, weekStart)),
    };
  });

function pageData(member: Member, insight: Insight) {
  const { status, making, feedback, days, madeAt } = insight;
  const { content, isShortened } = insight.content
    ? insightOnPage(insight.content)
    : { content: null, isShortened: false };
  const { engine, endpointHost, aiModel, fallback, dropped } = insight;
  const access = aiAccess(member.aiConsent, "insights");
  const mayAsk = featuresOf(member.subscriptionTier).modelInsights && access.state !== "off";
  return {
    status,
    making,
    feedback,
    days: content ? quotedDays(content, days) : {},
    isShortened,
    care: insightCareNote(member, insight),
    content: content && {
      passages: content.passages,
      threads: content.threads.map(({ name, note }) => ({ name, note })),
      lines: arrangeLines(content),
      question: content.question,
    },
    passage: (content?.passage && findPassage(content.passage, member.prayer.translation)) || null,
    prayer: content?.prayer ?? "",
    made: {
      ...{ engine, endpointHost, aiModel, fallback, dropped },
      at: madeAt ? formatDate(localMoment(madeAt, member.timezone).date) : "",
      model: mayAsk ? access.state : ("off" as const),
    },
  };
}

export const action = (args: ActionFunctionArgs) =>
  memberAction(
    args,
    { schema: WeekSchema },
    async ({ request, params, value, member, submission, refuse }) => {
      const weekStart = params.weekStart ?? "";
      if ("part" in value) {
        const { intent, part, place = part } = value;
        const result = await changeLineTopic(member, weekStart, intent, part);
        return topicMarkResponse(result, paths.insightWeek(weekStart, topicMarkQuery(request)), place);
      }
      if (value.intent !== "keep")
        return handleWeekAction(
          member,
          weekStart,
          value,
          async () => isOwnWeek(member, weekStart) || Boolean(await readInsight(member, weekStart)),
        );
      if (!(await readInsight(member, weekStart))) throw notFound();
      const id = await saveWeekPrayer(member, weekStart, value.prayer, submission);
      if (!id) return refuse({ status: 400, fields: { prayer: [t("Write a few words first.")] } });
      return redirect(paths.entry(id));
    },
  );

export default function InsightPage() {
  const { week, weekStart, insight, marked, isFirstMark } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const heading = <PageHeading title={t("Looking back on your week")} eyebrow={week} />;
  const back = (
    <p className="no-print mt-12 text-sm">
      <Link to={paths.insights()}>{t("All insights")}</Link>
    </p>
  );
  if (insight?.making && !insight.content)
    return (
      <>
        {heading}
        <InsightPending to={paths.insightWeek(weekStart)} />
        {back}
      </>
    );
  if (!insight?.content || insight.status !== "ready")
    return (
      <>
        {heading}
        <MissingInsight status={insight?.status ?? "new"} />
        {back}
      </>
    );
  const { content, days, isShortened, passage, care, making, prayer, feedback, made } = insight;
  return (
    <>
      {heading}
      {making && <InsightPending to={paths.insightWeek(weekStart)} />}
      {care && <CareNote care={care} className="mb-12" />}
      <MarkableTopics marked={marked}>
        <InsightText content={content} days={days} passage={passage} period="week" />
        {isShortened && (
          <p className="mt-4 max-w-measure text-muted">
            {t(
              "These lines are too long for one page, which shows only some of them. An export of your data holds them all.",
            )}
          </p>
        )}
        {prayer && <WeekPrayerForm key={prayer} prayer={prayer} reply={reply} />}
        <MarkControl isFirst={isFirstMark} className="mt-4" />
      </MarkableTopics>
      <FeedbackForm feedback={feedback} />
      <InsightProvenance {...made} />
      {back}
    </>
  );
}
