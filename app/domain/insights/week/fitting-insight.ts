import type { InsightContent, Quotation } from "~/domain/insights/insight";
import { bytesOnPage, MAX_TEXT_BYTES } from "~/domain/paging/bytes-on-page";

type Shown = Omit<InsightContent, "mornings" | "evenings" | "others" | "passage">;

/** The bytes of a quotation's link and of its button's form, without the quoted words. */
const QUOTATION_BYTES = 2_000;
/** A reference is in its link as well. */
const PASSAGE_WEIGHT = 2;

/**
 * An insight with as many of its quotations as one page holds, in their order. Those that this server finds always fit; a file
 * may bring thousands.
 */
export function fittingInsight<C extends Shown>(content: C): { content: C; isShortened: boolean } {
  const { passages, threads, question, prayer } = content;
  const named = threads.flatMap(({ name, note = "" }) => [name, note]);
  let bytes =
    PASSAGE_WEIGHT * bytesOnPage(passages.join("; ")) + bytesOnPage([...named, question, prayer].join("\n"));
  let isShortened = false;
  const fitting = (quotations: readonly Quotation[]) =>
    quotations.filter(({ text }) => {
      const added = bytesOnPage(text) + QUOTATION_BYTES;
      const fits = bytes + added <= MAX_TEXT_BYTES;
      if (fits) bytes += added;
      else isShortened = true;
      return fits;
    });
  const parts = <Part extends { quotations: Quotation[] }>(list: readonly Part[]) =>
    list
      .map((part) => ({ ...part, quotations: fitting(part.quotations) }))
      .filter(({ quotations }) => quotations.length > 0);
  const fitted = {
    ...content,
    kept: fitting(content.kept),
    gifts: parts(content.gifts),
    threads: parts(threads),
    consolation: fitting(content.consolation),
    desolation: fitting(content.desolation),
  };
  return { content: isShortened ? fitted : content, isShortened };
}

/** The days of the entries that an insight quotes. */
export function daysQuoted(content: Shown, days: Record<string, string>): Record<string, string> {
  const { kept, gifts, threads, consolation, desolation } = content;
  const nested = [...gifts, ...threads].flatMap(({ quotations }) => quotations);
  const quoted = new Set([...kept, ...nested, ...consolation, ...desolation].map(({ entryId }) => entryId));
  return Object.fromEntries(Object.entries(days).filter(([id]) => quoted.has(id)));
}
