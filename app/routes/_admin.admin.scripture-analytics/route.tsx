import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { Facts, Section } from "~/components/admin/facts";
import { FilterForm, FilterLine } from "~/components/admin/filters";
import { RowTable } from "~/components/admin/row-table";
import { Banner } from "~/components/ui/banner";
import { PageHeading } from "~/components/ui/page-heading";
import { RANGES, rangeFrom } from "~/domain/administration/analytics-range";
import { share, shownCount } from "~/domain/administration/day-figures";
import { utcDay } from "~/domain/administration/moments";
import { previewDay, scriptureFigures } from "~/domain/administration/scripture-figures.server";
import { isDay } from "~/domain/journal/local-day";
import { serverNow } from "~/domain/administration/health.server";
import { adminLoader } from "~/http/loaders.server";
import { PassageTable, PreviewTable, PromptTable } from "./parts";

export const meta: MetaFunction = () => [{ title: "Scripture analytics · Still and Know" }];

const SEASON_NAMES: Record<string, string> = {
  advent: "Advent",
  christmas: "Christmas",
  lent: "Lent",
  easter: "Easter",
  pentecost: "Pentecost",
  ordinary: "Ordinary Time",
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
        { label: "Shown", value: `${number(totals.served)} times a passage stood before a reflection` },
        { label: "Prayed", value: `${number(totals.prayed)} finished, ${number(totals.begun)} begun only` },
        { label: "Passed over", value: `${number(totals.skipped)} times nothing was written with it` },
        { label: "Questions changed", value: `${number(figures.changed)} times another one was asked for` },
        {
          label: "Coverage",
          value: `${number(coverage.prayed)} of the ${number(coverage.of)} passages of the plans were prayed with`,
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
        title="Scripture analytics"
        intro={`What was prayed with, on the ${page.days} days of the last ${page.range} that are counted. Sums of everybody; groups smaller than five are not told apart.`}
      />
      <nav aria-label="Time" className="mb-10 flex flex-wrap gap-x-6">
        {page.ranges.map((range) => (
          <Link
            key={range}
            to={`/admin/scripture-analytics?days=${range}`}
            aria-current={range === page.range ? "true" : undefined}
            className="inline-flex min-h-11 items-center aria-[current]:font-semibold aria-[current]:no-underline"
          >
            {range} days
          </Link>
        ))}
      </nav>
      <Section id="failing" title="References that fail">
        {failing === null ? (
          <p className="text-muted">
            The references have not been checked yet; the weekly check of the database does it.
          </p>
        ) : failing.length === 0 ? (
          <p className="text-muted">None: every reference of the plans names verses, twelve or fewer.</p>
        ) : (
          <Banner tone="harm" title={`${failing.length} references name no verse, or too many`}>
            {failing.join("; ")}
          </Banner>
        )}
      </Section>
      <Section id="preview" title="A day of the plans">
        <FilterForm action="/admin/scripture-analytics" label="Choose a day" filtered={false}>
          <FilterLine name="date" type="date" label="Day" defaultValue={preview.date} />
        </FilterForm>
        <p className="mb-4 -mt-2">
          {preview.date}: {preview.name}, {SEASON_NAMES[preview.season]}, {preview.colour}.
        </p>
        <PreviewTable readings={preview.readings} />
      </Section>
      <Section id="sums" title="In all">
        <Facts facts={page.facts} />
      </Section>
      <Section
        id="passages"
        title="Passages"
        intro="The twenty-five that were prayed with or shown most. Shown is counted once for each reflection that was opened."
      >
        <PassageTable passages={page.passages} />
      </Section>
      <div className="mt-12 grid grid-cols-1 gap-10 lg:grid-cols-2">
        <div>
          <Section id="genres" title="Kinds of books">
            <RowTable caption="Kinds of books" head={["Kind", "Entries"]} rows={page.genres} />
          </Section>
        </div>
        <div>
          <Section id="seasons" title="Seasons">
            <RowTable caption="Seasons" head={["Season", "Entries"]} rows={page.seasons} />
          </Section>
        </div>
      </div>
      <Section id="books" title="Books">
        <RowTable caption="Books" head={["Book", "Entries"]} rows={page.books} />
      </Section>
      <Section
        id="lengths"
        title="Finished, by the length of the passage"
        intro="Of the reflections that were begun, how many were finished by the end of their day."
      >
        <RowTable caption="Finished, by length" head={["Length", "Finished"]} rows={page.lengths} />
      </Section>
      <Section
        id="prompts"
        title="Questions"
        intro="The twenty-five that were answered or shown most. A retired question is asked no more; answers to it stay."
      >
        <PromptTable prompts={page.prompts} />
        <p className="mt-4">
          <Link to="/admin/prompts">Prompts and passages</Link>
        </p>
      </Section>
    </>
  );
}
