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
import { analyticsWords } from "~/words/admin/analytics";
import { VariantTable } from "./parts";

export const meta: MetaFunction = () => [{ title: analyticsWords.pageTitle }];

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ url }) => {
    const range = rangeFrom(url.searchParams.get("days"));
    const { days, accounts, verified, active, sets, tiers, variants } = await analytics(range);
    const number = (value: number) => value.toLocaleString("en");
    return {
      range,
      ranges: RANGES,
      facts: [
        { label: analyticsWords.accounts, value: number(accounts) },
        {
          label: analyticsWords.addressVerified,
          value: `${number(verified)} (${share(verified, accounts)})`,
        },
        {
          label: analyticsWords.peopleWhoWereHere,
          value: analyticsWords.activePeople({
            day: number(active[1]),
            week: number(active[7]),
            month: number(active[30]),
          }),
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
      <PageHeading title={analyticsWords.systemAnalytics} intro={analyticsWords.systemAnalyticsIntro} />
      <nav aria-label={analyticsWords.time} className="mb-10 flex flex-wrap gap-x-6">
        {page.ranges.map((range) => (
          <Link
            key={range}
            to={`/admin/analytics?days=${range}`}
            aria-current={range === page.range ? "true" : undefined}
            className="inline-flex min-h-11 items-center aria-[current]:font-semibold aria-[current]:no-underline"
          >
            {analyticsWords.days({ range })}
          </Link>
        ))}
      </nav>
      <Section id="now" title={analyticsWords.now}>
        <Facts facts={page.facts} />
      </Section>
      <Section id="days" title={analyticsWords.theLastDays({ range: page.range })}>
        <div className="grid grid-cols-1 gap-10 lg:grid-cols-2">
          {page.charts.map((chart) => (
            <BarChart key={chart.title} {...chart} />
          ))}
        </div>
      </Section>
      <Section id="funnel" title={analyticsWords.fromVisitingToComingBack}>
        <RowTable
          caption={analyticsWords.fromVisitingToComingBack}
          head={[analyticsWords.step, analyticsWords.people]}
          rows={page.funnel}
        />
      </Section>
      <Section id="returns" title={analyticsWords.return} intro={analyticsWords.returnIntro}>
        <RowTable
          caption={analyticsWords.return}
          head={[analyticsWords.when, analyticsWords.share]}
          rows={page.returns}
        />
      </Section>
      <Section id="rhythm" title={analyticsWords.writing} intro={analyticsWords.writingIntro}>
        <RowTable
          caption={analyticsWords.writingForEachPerson}
          head={[analyticsWords.what, analyticsWords.howOften]}
          rows={page.rhythm}
        />
        <div className="mt-8">
          <RowTable
            caption={analyticsWords.entriesByKind}
            head={[analyticsWords.kind, analyticsWords.entries]}
            rows={page.entries}
          />
        </div>
      </Section>
      <Section id="sets" title={analyticsWords.promptSets}>
        <RowTable
          caption={analyticsWords.promptSets}
          head={[analyticsWords.set, analyticsWords.accounts]}
          rows={page.sets}
        />
      </Section>
      <Section id="plans" title={analyticsWords.plans}>
        <RowTable
          caption={analyticsWords.plans}
          head={[analyticsWords.plan, analyticsWords.accounts]}
          rows={page.tiers}
        />
        <h3 className="mb-3 mt-8 text-lg">{analyticsWords.moves}</h3>
        <RowTable
          caption={analyticsWords.movesBetweenPlans}
          head={[analyticsWords.fromAndTo, analyticsWords.howMany]}
          rows={page.moves}
        />
        <h3 className="mb-3 mt-8 text-lg">{analyticsWords.trialsPaymentsAndCancellations}</h3>
        <RowTable
          caption={analyticsWords.trialsPaymentsAndCancellations}
          head={[analyticsWords.what, analyticsWords.howMany]}
          rows={page.causes}
        />
        <h3 className="mb-3 mt-8 text-lg">{analyticsWords.whyPaidPlansWereCancelled}</h3>
        <RowTable
          caption={analyticsWords.whyPaidPlansWereCancelled}
          head={[analyticsWords.whatPeopleSaid, analyticsWords.howMany]}
          rows={page.reasons}
        />
      </Section>
      <Section id="ab" title="A/B" intro={analyticsWords.aBIntro}>
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
          {analyticsWords.saveTheDaysAsCsv}
        </SubmitButton>
      </Form>
    </>
  );
}
