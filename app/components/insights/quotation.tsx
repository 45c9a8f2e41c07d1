import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import { TalkButton } from "~/components/journal/talk-about";
import { dateInWords, weekdayName } from "~/domain/calendar/local-day";
import type { Quotation as Quoted } from "~/domain/insights/insight";
import { linePart } from "~/domain/insights/line-part";

/** The days on which the quoted entries were written, by their ids, in words. */
export type Days = Record<string, string>;

/** Days as they are named within a week, "Tuesday 17", or where that could be any month, "17 November". */
export function namedDays(days: Record<string, string>, period: "week" | "season"): Days {
  const inWords = (date: string) =>
    period === "week"
      ? `${weekdayName(date)} ${Number(date.slice(8))}`
      : dateInWords(date).replace(/ \d+$/, "");
  return Object.fromEntries(Object.entries(days).map(([id, date]) => [id, inWords(date)]));
}

/** A line of the writer's own, and the link to its entry. */
function QuotationLine({ quotation, days, place }: { quotation: Quoted; days: Days; place: string }) {
  const day = days[quotation.entryId];
  return (
    <li className="border-l-2 border-line pl-4">
      <q dir="auto" className="block font-serif text-lg leading-snug [quotes:none]">
        {quotation.text}
      </q>{" "}
      {day && (
        <Link
          to={addresses.entry(quotation.entryId)}
          className="mr-4 inline-flex min-h-8 items-center text-sm text-muted hover:text-ink"
        >
          {day}
        </Link>
      )}{" "}
      <TalkButton part={linePart(quotation.text)} of={quotation.text} place={place} />
    </li>
  );
}

type Props = {
  quotations: Quoted[];
  days: Days;
  /** Names the list within its page: a line may be quoted in several. */
  name: string;
};

export function QuotationList({ quotations, days, name }: Props) {
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
