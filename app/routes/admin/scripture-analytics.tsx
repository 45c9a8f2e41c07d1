import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { FilterForm } from "~/components/admin/admin-list";
import { RangeChoice } from "~/components/admin/charts";
import { DataTable, RowTable, type Column } from "~/components/admin/data-table";
import { Facts, Section } from "~/components/admin/facts";
import { PostForm } from "~/components/forms/post-form";
import { Banner } from "~/components/ui/banner";
import { PageHeading } from "~/components/ui/page-heading";
import { serverTime } from "~/domain/administration/health/health.server";
import { rangeFrom, RANGES, suppressedCount } from "~/domain/administration/statistics/daily-stats";
import { describeRange, statsSeasonName } from "~/domain/administration/statistics/scripture-stats";
import { previewDay, readScriptureStats } from "~/domain/administration/statistics/scripture-stats.server";
import { isDay, utcDay } from "~/domain/calendar/local-day";
import { adminLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Scripture analytics · Still and Know") }];

const SMALL_INSTANCE = t(
  "Fewer than five people have an account here, so nothing is shown of what was prayed with: it would say what one of them prays.",
);

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ url }) => {
    const range = rangeFrom(url.searchParams.get("days"));
    const date = url.searchParams.get("date") ?? "";
    const { days, failing, isSmall, prompts, ...stats } = await readScriptureStats(range);
    const preview = previewDay(isDay(date) ? date : utcDay(serverTime()));
    return {
      range,
      ranges: RANGES,
      days,
      failing,
      isSmall,
      ...describeRange(stats),
      prompts: prompts.map(({ id, text, canRetire, shown, answered, changed, skipped }) => ({
        id,
        text,
        canRetire,
        shown: suppressedCount(shown),
        answered: suppressedCount(answered),
        changed: suppressedCount(changed),
        skipped: suppressedCount(skipped),
      })),
      preview: { ...preview, seasonName: statsSeasonName(preview.season) },
    };
  });

type Reading = { plan: string; reference: string; verses: number; isReadable: boolean };

const READING_COLUMNS: readonly Column<Reading>[] = [
  { label: t("Plan"), isName: true, cell: ({ plan }) => plan },
  { label: t("Passage"), cell: ({ reference }) => reference },
  {
    label: t("Verses"),
    numeric: true,
    cell: ({ verses, isReadable }) =>
      isReadable ? verses : <span className="font-medium text-harm">{t("Fails: {verses}", { verses })}</span>,
  },
];

const PASSAGE_COLUMNS: readonly Column<ReturnType<typeof describeRange>["passages"][number]>[] = [
  { label: t("Passage"), isName: true, cell: ({ name }) => name },
  { label: t("Shown"), numeric: true, cell: ({ served }) => served },
  { label: t("Prayed"), numeric: true, cell: ({ prayed }) => prayed },
  { label: t("Begun only"), numeric: true, cell: ({ begun }) => begun },
  { label: t("Skipped"), numeric: true, cell: ({ skipped }) => skipped },
];

type PromptCounts = Record<"shown" | "answered" | "changed" | "skipped", string>;
type Prompt = { id: string; text: string; canRetire: boolean } & PromptCounts;

const PROMPT_COLUMNS: readonly Column<Prompt>[] = [
  {
    label: t("Question"),
    isName: true,
    cell: ({ id, text }) => (
      <>
        {text} <span className="whitespace-nowrap text-sm text-muted">{id}</span>
      </>
    ),
  },
  { label: t("Shown"), numeric: true, cell: ({ shown }) => shown },
  { label: t("Answered"), numeric: true, cell: ({ answered }) => answered },
  { label: t("Changed"), numeric: true, cell: ({ changed }) => changed },
  { label: t("Skipped"), numeric: true, cell: ({ skipped }) => skipped },
  {
    label: t("Retire"),
    cell: ({ id, text, canRetire }) => (canRetire ? <RetireButton id={id} text={text} /> : "–"),
  },
];

function RetireButton({ id, text }: { id: string; text: string }) {
  return (
    <PostForm action={paths.adminPrompts()}>
      <input type="hidden" name="id" value={id} />
      <button type="submit" name="intent" value="retire" className="min-h-11 underline">
        <Trans>
          Retire<span className="sr-only">: {text}</span>
        </Trans>
      </button>
    </PostForm>
  );
}

export default function ScriptureAnalyticsPage() {
  const page = useLoaderData<typeof loader>();
  const { preview, failing } = page;
  return (
    <>
      <PageHeading
        title={t("Scripture analytics")}
        intro={
          page.isSmall
            ? SMALL_INSTANCE
            : t(
                "What was prayed with on {days} of the last {range} days. Totals over everyone; groups smaller than five are merged.",
                { days: page.days, range: page.range },
              )
        }
      />
      <RangeChoice
        ranges={page.ranges}
        chosen={page.range}
        to={(range) => paths.adminScriptureAnalytics({ days: range })}
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
          action={paths.adminScriptureAnalytics()}
          label={t("Choose a day")}
          chosen={{ date: preview.date }}
          withUndo={false}
          filters={[{ name: "date", label: t("Day"), line: { type: "date" } }]}
        />
        <p className="mb-4 -mt-2">
          {preview.date}: {preview.seasonName}.
        </p>
        <dl className="mb-4">
          {preview.lines.map(({ tradition, line }) => (
            <div key={tradition} className="flex flex-wrap gap-x-3">
              <dt className="text-muted">{tradition}</dt>
              <dd>{line}</dd>
            </div>
          ))}
        </dl>
        <DataTable
          caption={t("Readings of the day")}
          columns={READING_COLUMNS}
          rows={preview.readings}
          rowKey={({ plan }) => plan}
        />
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
        <DataTable
          caption={t("Passages")}
          columns={PASSAGE_COLUMNS}
          rows={page.passages}
          rowKey={({ name }) => name}
          empty={t("None in this period.")}
        />
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
        <DataTable
          caption={t("Questions")}
          columns={PROMPT_COLUMNS}
          rows={page.prompts}
          rowKey={({ id }) => id}
          empty={t("None in this period.")}
        />
        <p className="mt-4">
          <Link to={paths.adminPrompts()}>{t("Prompts and passages")}</Link>
        </p>
      </Section>
    </>
  );
}
