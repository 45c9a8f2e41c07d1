import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { Facts, Section } from "~/components/admin/facts";
import { FilterForm } from "~/components/admin/filters";
import { RangeChoice } from "~/components/admin/range-choice";
import { RowTable } from "~/components/admin/row-table";
import { Banner } from "~/components/ui/banner";
import { PageHeading } from "~/components/ui/page-heading";
import { share, shownCount } from "~/domain/administration/figures/day-figures";
import { rangeFrom, RANGES } from "~/domain/administration/figures/range";
import { previewDay, scriptureFigures } from "~/domain/administration/figures/scripture-figures.server";
import { serverNow } from "~/domain/administration/health/health.server";
import { isDay } from "~/domain/calendar/local-day";
import { numberInWords } from "~/domain/calendar/locale";
import { utcDay } from "~/domain/calendar/utc";
import { adminLoader } from "~/http/loaders.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import { PassageFigures, PreviewTable, PromptTable } from "./parts";

export const meta: MetaFunction = () => [{ title: t("Scripture analytics · Still and Know") }];

const SEASON_NAMES: Record<string, string> = {
  advent: t("Advent"),
  christmas: t("Christmas"),
  lent: t("Lent"),
  easter: t("Easter"),
  pentecost: t("Pentecost"),
  ordinary: t("Ordinary Time"),
};

const SMALL_HOUSE = t(
  "Fewer than five people have an account here, so nothing is shown of what was prayed with: it would say what one of them prays.",
);

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ url }) => {
    const range = rangeFrom(url.searchParams.get("days"));
    const asked = url.searchParams.get("date") ?? "";
    const figures = await scriptureFigures(range);
    const { totals, coverage } = figures;
    const rows = (list: [string, number][]) =>
      list.map(([name, count]) => ({ name, value: shownCount(count) }));
    return {
      range,
      ranges: RANGES,
      days: figures.days,
      facts: [
        {
          label: t("Shown"),
          value: t("{served} times, before a reflection", { served: numberInWords(totals.served) }),
        },
        {
          label: t("Prayed"),
          value: t("{prayed} finished, {begun} only begun", {
            prayed: numberInWords(totals.prayed),
            begun: numberInWords(totals.begun),
          }),
        },
        {
          label: t("Skipped"),
          value: t("{skipped} times, with nothing written", { skipped: numberInWords(totals.skipped) }),
        },
        {
          label: t("Questions changed"),
          value: t("{changed} times", { changed: numberInWords(figures.changed) }),
        },
        {
          label: t("Coverage"),
          value: t("{prayed} of the {of} passages in the plans were prayed with", {
            prayed: numberInWords(coverage.prayed),
            of: numberInWords(coverage.of),
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
      isSmall: figures.isSmall,
      preview: previewDay(isDay(asked) ? asked : utcDay(serverNow())),
    };
  });

export default function ScriptureAnalyticsPage() {
  const page = useLoaderData<typeof loader>();
  const { preview, failing } = page;
  return (
    <>
      <PageHeading
        title={t("Scripture analytics")}
        intro={
          page.isSmall
            ? SMALL_HOUSE
            : t(
                "What was prayed with, on the {days} days of the last {range} that are counted. Totals over everyone; groups smaller than five are merged.",
                { days: page.days, range: page.range },
              )
        }
      />
      <RangeChoice
        ranges={page.ranges}
        chosen={page.range}
        to={(range) => addresses.adminScriptureAnalytics({ days: range })}
      />
      <Section id="failing" title={t("References that fail")}>
        {failing === null ? (
          <p className="text-muted">
            <Trans>The references have not been checked yet; the weekly database check does it.</Trans>
          </p>
        ) : failing.length === 0 ? (
          <p className="text-muted">
            {t("None: every reference in the plans names twelve verses or fewer.")}
          </p>
        ) : (
          <Banner
            tone="harm"
            title={t("{count} references name no verse, or too many", { count: failing.length })}
          >
            {failing.join("; ")}
          </Banner>
        )}
      </Section>
      <Section id="preview" title={t("A day of the plans")}>
        <FilterForm
          action={addresses.adminScriptureAnalytics()}
          label={t("Choose a day")}
          chosen={{ date: preview.date }}
          withUndo={false}
          filters={[{ name: "date", label: t("Day"), line: { type: "date" } }]}
        />
        <p className="mb-4 -mt-2">
          {preview.date}: {SEASON_NAMES[preview.season]}.
        </p>
        <dl className="mb-4">
          {preview.lines.map(({ tradition, line }) => (
            <div key={tradition} className="flex flex-wrap gap-x-3">
              <dt className="text-muted">{tradition}</dt>
              <dd>{line}</dd>
            </div>
          ))}
        </dl>
        <PreviewTable readings={preview.readings} />
      </Section>
      <Section id="sums" title={t("In all")}>
        <Facts facts={page.facts} />
      </Section>
      <Section
        id="passages"
        title={t("Passages")}
        intro={t(
          "The twenty-five most prayed with or shown. Shown is counted once for each reflection opened.",
        )}
      >
        <PassageFigures passages={page.passages} />
      </Section>
      <div className="mt-12 grid grid-cols-1 gap-10 lg:grid-cols-2">
        <div>
          <Section id="genres" title={t("Kinds of books")}>
            <RowTable caption={t("Kinds of books")} head={[t("Kind"), t("Entries")]} rows={page.genres} />
          </Section>
        </div>
        <div>
          <Section id="seasons" title={t("Seasons")}>
            <RowTable caption={t("Seasons")} head={[t("Season"), t("Entries")]} rows={page.seasons} />
          </Section>
        </div>
      </div>
      <Section id="books" title={t("Books")}>
        <RowTable caption={t("Books")} head={[t("Book"), t("Entries")]} rows={page.books} />
      </Section>
      <Section
        id="lengths"
        title={t("Finished, by length of passage")}
        intro={t("Of the reflections that were begun, how many were finished by the end of their day.")}
      >
        <RowTable
          caption={t("Finished, by length")}
          head={[t("Length"), t("Finished")]}
          rows={page.lengths}
        />
      </Section>
      <Section
        id="prompts"
        title={t("Questions")}
        intro={t(
          "The twenty-five most answered or shown. A retired question is no longer asked; answers to it stay.",
        )}
      >
        <PromptTable prompts={page.prompts} />
        <p className="mt-4">
          <Link to={addresses.adminPrompts()}>{t("Prompts and passages")}</Link>
        </p>
      </Section>
    </>
  );
}
