import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { InsightText } from "~/components/insights/insight-text";
import { PageHeading } from "~/components/ui/page-heading";
import { formatDate } from "~/domain/calendar/local-day";
import { arrangeLines } from "~/domain/insights/insight";
import { readSeasonReview } from "~/domain/insights/insights.server";
import { quotedDays } from "~/domain/insights/week";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { memberLoader, notFound } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const handle = { js: false };

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: t("{name} · Still and Know", { name: data?.name ?? t("Season") }) },
];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ params, member }) => {
    const review = await readSeasonReview(member, params.season ?? "");
    if (!review) throw notFound();
    const { span, content, days } = review;
    const [from, to] = [formatDate(span.from), formatDate(span.to)];
    return {
      name: span.name,
      line: span.running ? t("{from} to {to}, so far", { from, to }) : t("{from} to {to}", { from, to }),
      days: content ? quotedDays(content, days) : {},
      content: content && {
        passages: content.passages,
        threads: content.threads.map(({ name }) => ({ name })),
        lines: arrangeLines(content),
        question: content.question,
      },
      passage: (content && findPassage(content.passage, member.prayer.translation)) ?? null,
    };
  });

export default function SeasonPage() {
  const { name, line, content, days, passage } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeading title={name} eyebrow={line} />
      {content ? (
        <InsightText content={content} days={days} passage={passage} period="season" />
      ) : (
        <p>{t("Too few entries to say anything honest.")}</p>
      )}
      <p className="mt-14 max-w-measure border-t border-line pt-8 text-sm text-muted">
        {t(
          "Made from your entries by simple rules on this server, each time you open this page. Nothing is sent anywhere, and none of it is kept.",
        )}
      </p>
      <p className="no-print mt-6 text-sm">
        <Link to={paths.insights()}>{t("All insights")}</Link>
      </p>
    </>
  );
}
