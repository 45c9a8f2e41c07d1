import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { BarChart } from "~/components/admin/bar-chart";
import { Facts, Section } from "~/components/admin/facts";
import { RangeChoice } from "~/components/admin/range-choice";
import { RowTable } from "~/components/admin/row-table";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { PageHeading } from "~/components/ui/page-heading";
import { FiguresSchema } from "~/domain/administration/confirm-schema";
import { addressOfFile } from "~/domain/administration/downloads.server";
import { analytics } from "~/domain/administration/figures/analytics.server";
import { share } from "~/domain/administration/figures/day-figures";
import * as plans from "~/domain/administration/figures/plan-tables";
import { rangeFrom, RANGES } from "~/domain/administration/figures/range";
import * as tables from "~/domain/administration/figures/tables";
import { audit } from "~/domain/audit/log.server";
import { numberInWords } from "~/domain/calendar/locale";
import { adminAction } from "~/http/form/guarded-actions.server";
import { adminLoader } from "~/http/loaders.server";
import { t } from "~/i18n/t";
import { VariantTable } from "./parts";

export const meta: MetaFunction = () => [{ title: t("System Analytics · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ url }) => {
    const range = rangeFrom(url.searchParams.get("days"));
    const { days, accounts, verified, sets, tiers, variants, isSmall } = await analytics(range);
    return {
      range,
      ranges: RANGES,
      facts: [
        { label: t("Accounts"), value: numberInWords(accounts) },
        {
          label: t("Address verified"),
          value: `${numberInWords(verified)} (${share(verified, accounts)})`,
        },
      ],
      charts: tables.dayCharts(days, isSmall),
      funnel: tables.funnelRows(days),
      entries: isSmall ? [] : tables.entryRows(days),
      sets: tables.setRows(sets),
      tiers: plans.tierRows(tiers),
      moves: plans.moveRows(days),
      causes: [...plans.causeRows(days), plans.trialRow(days)],
      reasons: plans.reasonRows(days),
      variants: tables.variantRows(variants),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  adminAction(args, { schema: FiguresSchema }, async ({ request, member }) => {
    await audit({ kind: "admin.figures_exported", actorId: member.id });
    const range = rangeFrom(new URL(request.url).searchParams.get("days"));
    return redirect(await addressOfFile(member, { what: "analytics", range }));
  });

export default function AnalyticsPage() {
  const page = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeading
        title={t("System Analytics")}
        intro={t(
          "Daily counts (UTC); today is partial. Groups smaller than five are merged, nothing is followed across sites, and no one else is told.",
        )}
      />
      <RangeChoice
        ranges={page.ranges}
        chosen={page.range}
        to={(range) => addresses.adminAnalytics({ days: range })}
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
        <VariantTable variants={page.variants} />
      </Section>
      <PostForm
        action={addresses.adminAnalytics({ days: page.range })}
        reloadDocument
        className="no-print mt-10"
      >
        <SubmitButton name="intent" value="export" variant="quiet">
          {t("Export the days as CSV")}
        </SubmitButton>
      </PostForm>
    </>
  );
}
