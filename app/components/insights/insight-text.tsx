import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { usePolling } from "~/browser/timers";
import { PassageText } from "~/components/journal/passage-text";
import { TalkButton } from "~/components/journal/talk-about";
import { Banner } from "~/components/ui/banner";
import { formatDate, weekdayName } from "~/domain/calendar/local-day";
import {
  describeCounts,
  GIFT_GROUP_NAMES,
  lineId,
  type InsightContent,
  type Quotation as Quoted,
} from "~/domain/insights/insight";
import type { Passage } from "~/domain/scripture/passages/passage";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

/** Formatted dates of the quoted entries, by entry id. */
export type Days = Record<string, string>;

/** Formats days as "Tuesday 17" within a week, or as "17 November" within a season. */
function formatDays(days: Record<string, string>, period: "week" | "season"): Days {
  const format = (date: string) =>
    period === "week"
      ? `${weekdayName(date)} ${Number(date.slice(8))}`
      : formatDate(date).replace(/ \d+$/, "");
  return Object.fromEntries(Object.entries(days).map(([id, date]) => [id, format(date)]));
}

/** Quotation from an entry, with a link to it. */
function QuotationLine({ quotation, days, place }: { quotation: Quoted; days: Days; place: string }) {
  const day = days[quotation.entryId];
  return (
    <li className="border-l-2 border-line pl-4">
      <q dir="auto" className="block font-serif text-lg leading-snug [quotes:none]">
        {quotation.text}
      </q>{" "}
      {day && (
        <Link
          to={paths.entry(quotation.entryId)}
          className="mr-4 inline-flex min-h-8 items-center text-sm text-muted hover:text-ink"
        >
          {day}
        </Link>
      )}{" "}
      <TalkButton part={lineId(quotation.text)} of={quotation.text} place={place} />
    </li>
  );
}

type QuotationProps = {
  quotations: Quoted[];
  days: Days;
  /** Distinguishes the list in element ids: a line may be quoted in several lists. */
  name: string;
};

function QuotationList({ quotations, days, name }: QuotationProps) {
  return (
    <ul className="grid max-w-measure gap-4">
      {quotations.map((quotation, at) => (
        <QuotationLine
          key={`${quotation.entryId} ${quotation.text}`}
          quotation={quotation}
          days={days}
          place={`${name}-${at}`}
        />
      ))}
    </ul>
  );
}

type InsightTextProps = {
  content: Omit<InsightContent, "passage" | "prayer">;
  /** Dates of the quoted entries, by entry id. */
  days: Record<string, string>;
  passage: Passage | null;
  period: "week" | "season";
};

const TITLES = { week: t("Your week"), season: t("Your season") } as const;

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

/** Insight of a week or season. Empty sections are omitted. */
export function InsightText({ content, days: dates, passage, period }: InsightTextProps) {
  const { passages, kept, gifts, threads, consolation, desolation, question } = content;
  const days = formatDays(dates, period);
  return (
    <div className="grid gap-14">
      <InsightPart title={TITLES[period]}>
        <p className="mb-6 max-w-measure">{describeCounts(content)}</p>
        {passages.length > 0 && (
          <p className="mt-5 max-w-measure">
            <Trans>
              Prayed with: <Passages references={passages} />
            </Trans>
          </p>
        )}
      </InsightPart>
      {kept.length > 0 && (
        <InsightPart title={t("Words that stayed")}>
          <QuotationList quotations={kept} days={days} name="kept" />
        </InsightPart>
      )}
      {gifts.length > 0 && (
        <InsightPart title={t("Gifts")}>
          <div className="grid gap-7">
            {gifts.map(({ group, quotations }, at) => (
              <div key={group}>
                {gifts.length > 1 && <h3 className="mb-3 text-sm text-muted">{GIFT_GROUP_NAMES[group]}</h3>}
                <QuotationList quotations={quotations} days={days} name={`gift-${at}`} />
              </div>
            ))}
          </div>
        </InsightPart>
      )}
      {threads.length > 0 && (
        <InsightPart title={t("Threads")}>
          <div className="grid gap-9">
            {threads.map(({ name, note, quotations }, at) => (
              <div key={name}>
                <h3 dir="auto" className="mb-3 text-lg font-medium">
                  {name}
                </h3>
                {note && (
                  <p dir="auto" className="mb-3 max-w-measure text-muted">
                    {note}
                  </p>
                )}
                <QuotationList quotations={quotations} days={days} name={`thread-${at}`} />
              </div>
            ))}
          </div>
        </InsightPart>
      )}
      {(consolation.length > 0 || desolation.length > 0) && (
        <InsightPart title={t("Consolation and desolation")}>
          <div className="grid gap-x-10 gap-y-8 md:grid-cols-2">
            <Side title={t("Drawn nearer")} name="nearer" quotations={consolation} days={days} />
            <Side title={t("Drawn away, or heavy")} name="away" quotations={desolation} days={days} />
          </div>
        </InsightPart>
      )}
      {question && (
        <InsightPart title={t("A question for the days to come")}>
          <p dir="auto" className="max-w-measure border-l-2 border-day pl-5 font-serif text-xl leading-snug">
            {question}
          </p>
          <div className="mt-2">
            <TalkButton part={lineId(question)} of={question} place="question" />
          </div>
        </InsightPart>
      )}
      {passage && (
        <InsightPart title={t("A passage")}>
          <PassageText passage={passage} />
        </InsightPart>
      )}
    </div>
  );
}

export function InsightPart({ title, children }: { title: string; children: ReactNode }) {
  const id = title.toLowerCase().replace(/[^a-z]+/g, "-");
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-5 text-xl font-medium">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Side({
  title,
  name,
  quotations,
  days,
}: {
  title: string;
  name: string;
  quotations: InsightContent["kept"];
  days: Days;
}) {
  return (
    <div>
      <h3 className="mb-3 text-sm text-muted">{title}</h3>
      {quotations.length > 0 ? (
        <QuotationList quotations={quotations} days={days} name={name} />
      ) : (
        <p className="text-muted">{t("Nothing was written here.")}</p>
      )}
    </div>
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
