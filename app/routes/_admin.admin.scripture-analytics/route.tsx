import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { Facts, Section } from "~/components/admin/facts";
import { FilterForm, FilterLine } from "~/components/admin/filters";
import { RowTable } from "~/components/admin/row-table";
import { Banner } from "~/components/ui/banner";
import { PageHeading } from "~/components/ui/page-heading";
import { RANGES, rangeFrom } from "~/domain/administration/analytics-range";
import { share, shownCount } from "~/domain/administration/day-figures";
import { previewDay, scriptureFigures } from "~/domain/administration/scripture-figures.server";
import { isDay } from "~/domain/journal/local-day";
import { serverNow } from "~/domain/administration/health.server";
import { adminLoader } from "~/http/loaders.server";
import { scriptureAnalyticsWords } from "~/words/admin/scripture-analytics";
import { PassageTable, PreviewTable, PromptTable } from "./parts";
import { utcDay } from "~/domain/calendar/utc";

export const meta: MetaFunction = () => [{ title: scriptureAnalyticsWords.pageTitle }];

const SEASON_NAMES: Record<string, string> = {
  advent: scriptureAnalyticsWords.advent,
  christmas: scriptureAnalyticsWords.christmas,
  lent: scriptureAnalyticsWords.lent,
  easter: scriptureAnalyticsWords.easter,
  pentecost: scriptureAnalyticsWords.pentecost,
  ordinary: scriptureAnalyticsWords.ordinaryTime,
};

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ url }) => {
    const range = rangeFrom(url.searchParams.get("days"));
    const asked = url.searchParams.get("date") ?? "";
    const figures = await scriptureFigures(range);
    const { totals, coverage } = figures;
    const number = (value: number) => value.toLocaleString("en");
    const rows = (list: [string, number][]) =>
      list.map(([name, count]) => ({ name, value: shownCount(count) }));
    return {
      range,
      ranges: RANGES,
      days: figures.days,
      facts: [
        {
          label: scriptureAnalyticsWords.shown,
          value: scriptureAnalyticsWords.timesAPassageStood({ served: number(totals.served) }),
        },
        {
          label: scriptureAnalyticsWords.prayed,
          value: scriptureAnalyticsWords.finishedAndBegun({
            prayed: number(totals.prayed),
            begun: number(totals.begun),
          }),
        },
        {
          label: scriptureAnalyticsWords.passedOver,
          value: scriptureAnalyticsWords.timesNothingWasWrittenWithIt({ skipped: number(totals.skipped) }),
        },
        {
          label: scriptureAnalyticsWords.questionsChanged,
          value: scriptureAnalyticsWords.timesAnotherOneWasAskedFor({ changed: number(figures.changed) }),
        },
        {
          label: scriptureAnalyticsWords.coverage,
          value: scriptureAnalyticsWords.ofThePassagesOfThePlans({
            prayed: number(coverage.prayed),
            of: number(coverage.of),
          }),
        },
      ],
      passages: figures.passages.map(({ name, served, prayed, begun, skipped }) => ({
        name,
        served: shownCount(served),
        prayed: shownCount(prayed),
        begun: shownCount(begun),
        skipped: shownCount(skipped),
      })),
      books: rows(figures.books),
      genres: rows(figures.genres),
      seasons: rows(figures.seasons.map(([season, count]) => [SEASON_NAMES[season] ?? season, count])),
      lengths: figures.lengths.map(([name, { finished, begun }]) => ({
        name,
        value: share(finished, finished + begun),
      })),
      prompts: figures.prompts.map(({ id, text, canRetire, shown, answered, changed, skipped }) => ({
        id,
        text,
        canRetire,
        shown: shownCount(shown),
        answered: shownCount(answered),
        changed: shownCount(changed),
        skipped: shownCount(skipped),
      })),
      failing: figures.failing,
      preview: previewDay(isDay(asked) ? asked : utcDay(serverNow())),
    };
  });

export default function ScriptureAnalyticsPage() {
  const page = useLoaderData<typeof loader>();
  const { preview, failing } = page;
  return (
    <>
      <PageHeading
        title={scriptureAnalyticsWords.scriptureAnalytics}
        intro={scriptureAnalyticsWords.whatWasPrayedWith({ days: page.days, range: page.range })}
      />
      <nav aria-label={scriptureAnalyticsWords.time} className="mb-10 flex flex-wrap gap-x-6">
        {page.ranges.map((range) => (
          <Link
            key={range}
            to={`/admin/scripture-analytics?days=${range}`}
            aria-current={range === page.range ? "true" : undefined}
            className="inline-flex min-h-11 items-center aria-[current]:font-semibold aria-[current]:no-underline"
          >
            {scriptureAnalyticsWords.days({ range })}
          </Link>
        ))}
      </nav>
      <Section id="failing" title={scriptureAnalyticsWords.referencesThatFail}>
        {failing === null ? (
          <p className="text-muted">{scriptureAnalyticsWords.theReferencesHaveNotBeen}</p>
        ) : failing.length === 0 ? (
          <p className="text-muted">{scriptureAnalyticsWords.noneEveryReferenceOfThePlans}</p>
        ) : (
          <Banner
            tone="harm"
            title={scriptureAnalyticsWords.referencesNameNoVerse({ count: failing.length })}
          >
            {failing.join("; ")}
          </Banner>
        )}
      </Section>
      <Section id="preview" title={scriptureAnalyticsWords.aDayOfThePlans}>
        <FilterForm
          action="/admin/scripture-analytics"
          label={scriptureAnalyticsWords.chooseADay}
          filtered={false}
        >
          <FilterLine
            name="date"
            type="date"
            label={scriptureAnalyticsWords.day}
            defaultValue={preview.date}
          />
        </FilterForm>
        <p className="mb-4 -mt-2">
          {preview.date}: {preview.name}, {SEASON_NAMES[preview.season]}, {preview.colour}.
        </p>
        <PreviewTable readings={preview.readings} />
      </Section>
      <Section id="sums" title={scriptureAnalyticsWords.inAll}>
        <Facts facts={page.facts} />
      </Section>
      <Section
        id="passages"
        title={scriptureAnalyticsWords.passages}
        intro={scriptureAnalyticsWords.passagesIntro}
      >
        <PassageTable passages={page.passages} />
      </Section>
      <div className="mt-12 grid grid-cols-1 gap-10 lg:grid-cols-2">
        <div>
          <Section id="genres" title={scriptureAnalyticsWords.kindsOfBooks}>
            <RowTable
              caption={scriptureAnalyticsWords.kindsOfBooks}
              head={[scriptureAnalyticsWords.kind, scriptureAnalyticsWords.entries]}
              rows={page.genres}
            />
          </Section>
        </div>
        <div>
          <Section id="seasons" title={scriptureAnalyticsWords.seasons}>
            <RowTable
              caption={scriptureAnalyticsWords.seasons}
              head={[scriptureAnalyticsWords.season, scriptureAnalyticsWords.entries]}
              rows={page.seasons}
            />
          </Section>
        </div>
      </div>
      <Section id="books" title={scriptureAnalyticsWords.books}>
        <RowTable
          caption={scriptureAnalyticsWords.books}
          head={[scriptureAnalyticsWords.book, scriptureAnalyticsWords.entries]}
          rows={page.books}
        />
      </Section>
      <Section
        id="lengths"
        title={scriptureAnalyticsWords.finishedByTheLength}
        intro={scriptureAnalyticsWords.finishedByTheLengthIntro}
      >
        <RowTable
          caption={scriptureAnalyticsWords.finishedByLength}
          head={[scriptureAnalyticsWords.length, scriptureAnalyticsWords.finished]}
          rows={page.lengths}
        />
      </Section>
      <Section
        id="prompts"
        title={scriptureAnalyticsWords.questions}
        intro={scriptureAnalyticsWords.questionsIntro}
      >
        <PromptTable prompts={page.prompts} />
        <p className="mt-4">
          <Link to="/admin/prompts">{scriptureAnalyticsWords.promptsAndPassages}</Link>
        </p>
      </Section>
    </>
  );
}
