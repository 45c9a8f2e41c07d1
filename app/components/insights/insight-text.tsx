import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import * as addresses from "~/addresses";
import { PassageText } from "~/components/journal/passage-text";
import { TalkButton } from "~/components/journal/talk-about";
import { GROUP_NAMES } from "~/domain/insights/gift-groups";
import type { InsightContent } from "~/domain/insights/insight";
import { linePart } from "~/domain/insights/line-part";
import { countsInWords } from "~/domain/insights/week/summary";
import type { Passage } from "~/domain/scripture/passages/passage";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import { namedDays, QuotationList, type Days } from "./quotation";

type Props = {
  content: Omit<InsightContent, "passage" | "prayer">;
  /** The days of the quoted entries, by their ids. */
  days: Record<string, string>;
  passage: Passage | null;
  period: "week" | "season";
};

const TITLES = { week: t("Your week"), season: t("Your season") } as const;

function Passages({ references }: { references: string[] }) {
  return references.map((reference, at) => (
    <span key={reference}>
      {at > 0 && "; "}
      <Link to={addresses.passage({ ref: reference })} className="whitespace-nowrap">
        {reference.replaceAll("-", "–")}
      </Link>
    </span>
  ));
}

/** What a period was, section by section; a section without anything in it is left out. */
export function InsightText({ content, days: dates, passage, period }: Props) {
  const { passages, kept, gifts, threads, consolation, desolation, question } = content;
  const days = namedDays(dates, period);
  return (
    <div className="grid gap-14">
      <InsightPart title={TITLES[period]}>
        <p className="mb-6 max-w-measure">{countsInWords(content)}</p>
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
                {gifts.length > 1 && <h3 className="mb-3 text-sm text-muted">{GROUP_NAMES[group]}</h3>}
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
            <TalkButton part={linePart(question)} of={question} place="question" />
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
