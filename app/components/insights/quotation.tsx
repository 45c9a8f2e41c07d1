import { Link } from "@remix-run/react";
import { weekdayName } from "~/domain/journal/local-day";
import type { Quotation as Quoted } from "~/domain/insights/insight";

/** The days on which the quoted entries were written, by their ids. */
export type Days = Record<string, string>;

/** "Tuesday 17" */
const shortDay = (date: string) => `${weekdayName(date)} ${Number(date.slice(8))}`;

/** A line of the writer's own, and the way back to where it stands. */
export function QuotationLine({ quotation, days }: { quotation: Quoted; days: Days }) {
  const day = days[quotation.entryId];
  return (
    <li className="border-l-2 border-line pl-4">
      <q className="block font-serif text-lg leading-snug [quotes:none]">{quotation.text}</q>
      {day && (
        <Link
          to={`/journal/entries/${quotation.entryId}`}
          className="inline-flex min-h-8 items-center text-sm text-muted hover:text-ink"
        >
          {shortDay(day)}
        </Link>
      )}
    </li>
  );
}

export function QuotationList({ quotations, days }: { quotations: Quoted[]; days: Days }) {
  return (
    <ul className="grid max-w-measure gap-4">
      {quotations.map((quotation) => (
        <QuotationLine key={`${quotation.entryId} ${quotation.text}`} quotation={quotation} days={days} />
      ))}
    </ul>
  );
}
