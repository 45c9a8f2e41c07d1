import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { BarChart } from "~/components/admin/bar-chart";
import { Facts, Section } from "~/components/admin/facts";
import { RowTable } from "~/components/admin/row-table";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { PageHeading } from "~/components/ui/page-heading";
import { RANGES, rangeFrom } from "~/domain/administration/analytics-range";
import { analytics } from "~/domain/administration/analytics.server";
import * as words from "~/domain/administration/analytics-texts";
import { addressOfFile } from "~/domain/administration/file-ticket.server";
import { FiguresSchema } from "~/domain/administration/confirm-schema";
import { share } from "~/domain/administration/day-figures";
import { audit } from "~/domain/audit/log.server";
import { adminAction } from "~/http/forms.server";
import { adminLoader } from "~/http/loaders.server";
import { VariantTable } from "./parts";

export const meta: MetaFunction = () => [{ title: "System Analytics · Still and Know" }];

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ url }) => {
    const range = rangeFrom(url.searchParams.get("days"));
    const { days, accounts, verified, active, sets, tiers, variants } = await analytics(range);
    const number = (value: number) => value.toLocaleString("en");
    return {
      range,
      ranges: RANGES,
      facts: [
        { label: "Accounts", value: number(accounts) },
        { label: "Address verified", value: `${number(verified)} (${share(verified, accounts)})` },
        {
          label: "People who were here",
          value: `${number(active[1])} in 24 hours, ${number(active[7])} in 7 days, ${number(active[30])} in 30 days`,
        },
      ],
      charts: words.dayCharts(days),
      rhythm: words.rhythmRows(days),
      returns: words.returnRows(days),
      funnel: words.funnelRows(days),
      entries: words.entryRows(days),
      sets: words.setRows(sets),
      tiers: words.tierRows(tiers),
      moves: words.moveRows(days),
      causes: [...words.causeRows(days), words.trialRow(days)],
      reasons: words.reasonRows(days),
      variants: words.variantRows(variants),
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
        title="System Analytics"
        intro="Counts by the day, in UTC, today's as they are now. Groups smaller than five are not told apart, nothing is followed across sites, and nobody else is told."
      />
      <nav aria-label="Time" className="mb-10 flex flex-wrap gap-x-6">
        {page.ranges.map((range) => (
          <Link
            key={range}
            to={`/admin/analytics?days=${range}`}
            aria-current={range === page.range ? "true" : undefined}
            className="inline-flex min-h-11 items-center aria-[current]:font-semibold aria-[current]:no-underline"
          >
            {range} days
          </Link>
        ))}
      </nav>
      <Section id="now" title="Now">
        <Facts facts={page.facts} />
      </Section>
      <Section id="days" title={`The last ${page.range} days`}>
        <div className="grid grid-cols-1 gap-10 lg:grid-cols-2">
          {page.charts.map((chart) => (
            <BarChart key={chart.title} {...chart} />
          ))}
        </div>
      </Section>
      <Section id="funnel" title="From visiting to coming back">
        <RowTable caption="From visiting to coming back" head={["Step", "People"]} rows={page.funnel} />
      </Section>
      <Section
        id="returns"
        title="Return"
        intro="Of those who signed up, how many were here on the day that lies so many days later."
      >
        <RowTable caption="Return" head={["When", "Share"]} rows={page.returns} />
      </Section>
      <Section id="rhythm" title="Writing" intro="For each person and day on which they were here.">
        <RowTable caption="Writing for each person" head={["What", "How often"]} rows={page.rhythm} />
        <div className="mt-8">
          <RowTable caption="Entries by kind" head={["Kind", "Entries"]} rows={page.entries} />
        </div>
      </Section>
      <Section id="sets" title="Prompt sets">
        <RowTable caption="Prompt sets" head={["Set", "Accounts"]} rows={page.sets} />
      </Section>
      <Section id="plans" title="Plans">
        <RowTable caption="Plans" head={["Plan", "Accounts"]} rows={page.tiers} />
        <h3 className="mb-3 mt-8 text-lg">Moves</h3>
        <RowTable caption="Moves between plans" head={["From and to", "How many"]} rows={page.moves} />
        <h3 className="mb-3 mt-8 text-lg">Trials, payments and cancellations</h3>
        <RowTable
          caption="Trials, payments and cancellations"
          head={["What", "How many"]}
          rows={page.causes}
        />
        <h3 className="mb-3 mt-8 text-lg">Why paid plans were cancelled</h3>
        <RowTable
          caption="Why paid plans were cancelled"
          head={["What people said", "How many"]}
          rows={page.reasons}
        />
      </Section>
      <Section
        id="ab"
        title="A/B"
        intro="Visitors of the landing page who were counted, and how many of them registered. The interval holds the true rate 95 times of 100."
      >
        <VariantTable variants={page.variants} />
      </Section>
      <Form
        method="post"
        action={`/admin/analytics?days=${page.range}`}
        reloadDocument
        className="no-print mt-10"
      >
        <FormProtection />
        <SubmitButton name="intent" value="export" variant="quiet">
          Save the days as CSV
        </SubmitButton>
      </Form>
    </>
  );
}
