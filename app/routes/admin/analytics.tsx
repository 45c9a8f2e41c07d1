import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BarChart, RangeChoice } from "~/components/admin/charts";
import { DataTable, RowTable } from "~/components/admin/data-table";
import { Facts, Section } from "~/components/admin/facts";
import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import * as stats from "~/domain/administration/statistics/daily-stats";
import { readAnalytics } from "~/domain/administration/statistics/daily-stats.server";
import { formatNumber } from "~/domain/calendar/locale";
import { adminLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("System Analytics · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ url }) => {
    const range = stats.rangeFrom(url.searchParams.get("days"));
    const { days, accounts, verified, sets, tiers, variants, isSmall } = await readAnalytics(range);
    return {
      range,
      ranges: stats.RANGES,
      facts: [
        { label: t("Accounts"), value: formatNumber(accounts) },
        {
          label: t("Address verified"),
          value: `${formatNumber(verified)} (${stats.percentage(verified, accounts)})`,
        },
      ],
      charts: stats.dayCharts(days, isSmall),
      funnel: stats.funnelRows(days),
      entries: isSmall ? [] : stats.entryRows(days),
      sets: stats.setRows(sets),
      tiers: stats.tierRows(tiers),
      moves: stats.moveRows(days),
      causes: [...stats.causeRows(days), stats.trialRow(days)],
      reasons: stats.reasonRows(days),
      variants: stats.variantRows(variants),
    };
  });

export default function AnalyticsPage() {
  const page = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeading
        title={t("System Analytics")}
        intro={t(
          "Daily counts (UTC); today is partial. Groups smaller than five are merged, no tracking across sites, nothing shared.",
        )}
      />
      <RangeChoice
        ranges={page.ranges}
        chosen={page.range}
        to={(range) => paths.adminAnalytics({ days: range })}
      />
      <Section id="now" title={t("Now")}>
        <Facts facts={page.facts} />
      </Section>
      <Section id="days" title={t("The last {range} days", { range: page.range })}>
        <div className="grid grid-cols-1 gap-10 lg:grid-cols-2">
          {page.charts.map((chart) => (
            <BarChart key={chart.title} {...chart} />
          ))}
        </div>
      </Section>
      <Section id="funnel" title={t("From first visit to account")}>
        <RowTable
          caption={t("From first visit to account")}
          head={[t("Step"), t("People")]}
          rows={page.funnel}
        />
      </Section>
      <Section id="entries" title={t("Entries by kind")}>
        <RowTable caption={t("Entries by kind")} head={[t("Kind"), t("Entries")]} rows={page.entries} />
      </Section>
      <Section id="sets" title={t("Prompt sets")}>
        <RowTable caption={t("Prompt sets")} head={[t("Set"), t("Accounts")]} rows={page.sets} />
      </Section>
      <Section id="plans" title={t("Plans")}>
        <RowTable caption={t("Plans")} head={[t("Plan"), t("Accounts")]} rows={page.tiers} />
        <h3 className="mb-3 mt-8 text-lg">{t("Changes")}</h3>
        <RowTable caption={t("Plan changes")} head={[t("From and to"), t("How many")]} rows={page.moves} />
        <h3 className="mb-3 mt-8 text-lg">{t("Trials, payments and cancellations")}</h3>
        <RowTable
          caption={t("Trials, payments and cancellations")}
          head={[t("What"), t("How many")]}
          rows={page.causes}
        />
        <h3 className="mb-3 mt-8 text-lg">{t("Why paid plans were cancelled")}</h3>
        <RowTable
          caption={t("Why paid plans were cancelled")}
          head={[t("What people said"), t("How many")]}
          rows={page.reasons}
        />
      </Section>
      <Section
        id="ab"
        title="A/B"
        intro={t(
          "Landing page visitors who were counted, and how many of them registered. The interval is the 95% confidence interval of the rate.",
        )}
      >
        <DataTable
          caption={t("Landing page variants")}
          rows={page.variants}
          rowKey={({ variant }) => variant}
          columns={[
            { label: t("Variant"), isName: true, cell: ({ variant }) => variant },
            { label: t("Visitors"), numeric: true, cell: ({ visits }) => visits },
            { label: t("Registered"), numeric: true, cell: ({ conversions }) => conversions },
            { label: t("Rate"), numeric: true, cell: ({ rate }) => rate },
            { label: t("95% interval"), numeric: true, cell: ({ interval }) => interval },
          ]}
        />
      </Section>
      <p className="no-print mt-10">
        <ButtonLink to={paths.adminAnalyticsFile({ days: page.range })} reloadDocument variant="quiet">
          {t("Export the days as CSV")}
        </ButtonLink>
      </p>
    </>
  );
}
