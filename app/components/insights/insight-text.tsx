import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { usePolling } from "~/browser/timers";
import { PassageText } from "~/components/journal/passage-text";
import { TopicMarkButton, useMarking } from "~/components/journal/talk-about";
import { Banner } from "~/components/ui/banner";
import { Disclosure } from "~/components/ui/disclosure";
import { formatDate, weekdayName } from "~/domain/calendar/local-day";
import { lineId, type InsightContent, type InsightLine, type InsightLines } from "~/domain/insights/insight";
import type { Passage } from "~/domain/scripture/passages/passage";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

/** Formatted dates of the quoted entries, by entry id. */
type Days = Record<string, string>;

/** Formats days as "Tuesday 17" within a week, or as "17 November" within a season. */
function formatDays(days: Record<string, string>, period: "week" | "season"): Days {
  const format = (date: string) =>
    period === "week"
      ? `${weekdayName(date)} ${Number(date.slice(8))}`
      : formatDate(date).replace(/ \d+$/, "");
  return Object.fromEntries(Object.entries(days).map(([id, date]) => [id, format(date)]));
}

/** A line quoted from an entry, with a link to the entry, its themes and the button that marks it as a topic. */
function Line({ line: { entryId, text, themes, parts }, days }: { line: InsightLine; days: Days }) {
  const marked = useMarking()?.marked;
  const day = days[entryId];
  return (
    <li dir="auto" className="border-l-2 border-line pl-4">
      <q className="font-serif text-lg leading-snug [quotes:none]">{text}</q>{" "}
      <span className="text-sm text-muted">
        {day && (
          <Link to={paths.entry(entryId)} className="whitespace-nowrap text-muted hover:text-ink">
            {day}
          </Link>
        )}
        {themes.length > 0 && ` · ${themes.join(" · ")}`}
      </span>{" "}
      <TopicMarkButton part={parts.find((part) => marked?.includes(part)) ?? parts[0] ?? ""} of={text} />
    </li>
  );
}

function Lines({ lines, days }: { lines: readonly InsightLine[]; days: Days }) {
  return (
    <ul className="grid max-w-measure gap-3">
      {lines.map((line) => (
        <Line key={line.parts[0]} line={line} days={days} />
      ))}
    </ul>
  );
}

type InsightTextProps = {
  content: Pick<InsightContent, "passages" | "question"> & {
    threads: { name: string; note?: string }[];
    lines: InsightLines;
  };
  /** Dates of the quoted entries, by entry id. */
  days: Record<string, string>;
  passage: Passage | null;
  period: "week" | "season";
};

function Passages({ references }: { references: string[] }) {
  return references.map((reference, at) => (
    <span key={reference}>
      {at > 0 && "; "}
      <Link to={paths.passage({ ref: reference })} className="whitespace-nowrap">
        {reference.replaceAll("-", "–")}
      </Link>
    </span>
  ));
}

/** Insight of a week or season on one page: each line once, the rest folded. Empty sections are omitted. */
export function InsightText({ content, days: dates, passage, period }: InsightTextProps) {
  const { passages, threads, question, lines } = content;
  const days = formatDays(dates, period);
  const isMarking = useMarking()?.isOn ?? false;
  return (
    <div className="grid gap-8">
      {threads.length > 0 && (
        <InsightPart title={t("What came back")}>
          <ul className="flex max-w-measure flex-wrap gap-x-6 gap-y-1">
            {threads.map(({ name, note }) => (
              <li key={name} className={note && "basis-full"}>
                <span dir="auto" className="block font-serif text-xl">
                  {name}
                </span>{" "}
                {note && (
                  <span dir="auto" className="block text-muted">
                    {note}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </InsightPart>
      )}
      {lines.kept.length > 0 && (
        <InsightPart title={t("Words that stayed")}>
          <Lines lines={lines.kept} days={days} />
        </InsightPart>
      )}
      {(lines.nearer.length > 0 || lines.further.length > 0) && (
        <div className="grid gap-8 sm:grid-cols-2">
          {lines.nearer.length > 0 && (
            <InsightPart title={t("Nearer to God")}>
              <Lines lines={lines.nearer} days={days} />
            </InsightPart>
          )}
          {lines.further.length > 0 && (
            <InsightPart title={t("Further away")}>
              <Lines lines={lines.further} days={days} />
            </InsightPart>
          )}
        </div>
      )}
      {lines.gifts.length > 0 && (
        <InsightPart title={t("Gifts")}>
          <Lines lines={lines.gifts} days={days} />
        </InsightPart>
      )}
      {lines.others.length > 0 && (
        <InsightPart title={t("Your words")}>
          <Lines lines={lines.others} days={days} />
        </InsightPart>
      )}
      {question && (
        <InsightPart title={t("A question for the days to come")}>
          <p
            dir="auto"
            className="balance max-w-measure border-l-2 border-day pl-5 font-serif text-xl leading-snug"
          >
            {question}
          </p>
          <div className="mt-2">
            <TopicMarkButton part={lineId(question)} of={question} />
          </div>
        </InsightPart>
      )}
      <div>
        {lines.rest.length > 0 && (
          <Disclosure title={t("More of your lines")} open={isMarking}>
            <div className="pb-4 pt-2">
              <Lines lines={lines.rest} days={days} />
            </div>
          </Disclosure>
        )}
        {passages.length > 0 && (
          <Disclosure title={t("Passages you prayed with")} open={false}>
            <p className="max-w-measure pb-4 pt-2">
              <Passages references={passages} />
            </p>
          </Disclosure>
        )}
        {passage && (
          <Disclosure title={t("A passage: {reference}", { reference: passage.reference })} open={false}>
            <PassageText passage={passage} className="pb-4 pt-2" />
          </Disclosure>
        )}
      </div>
    </div>
  );
}

function InsightPart({ title, children }: { title: string; children: ReactNode }) {
  const id = title.toLowerCase().replace(/[^a-z]+/g, "-");
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-sm text-muted">
        {title}
      </h2>
      {children}
    </section>
  );
}

const POLL_MS = 2_000;

/** Placeholder while an insight is generated. Polls with script; offers a link without. */
export function InsightPending({ to }: { to: string }) {
  usePolling(POLL_MS);
  return (
    <Banner title={t("Your insight is being written")} role="status">
      <p>
        <Trans>
          This takes a few seconds. <Link to={to}>Look again</Link>
        </Trans>
      </p>
    </Banner>
  );
}
