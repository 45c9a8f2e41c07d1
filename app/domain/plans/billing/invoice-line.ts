import { dateInWords, localMoment } from "~/domain/calendar/local-day";
import { t } from "~/i18n/t";

/** An invoice as a page shows it. */
export type InvoiceLine = {
  id: string;
  name: string;
  date: string;
  amount: string;
  state: string;
  url: string | null;
};

type Invoice = {
  id: string;
  number: string | null;
  at: Date | null;
  total: number;
  currency: string;
  status: string;
  url: string | null;
};

/** Currencies without hundredths that the payment service counts in hundredths all the same. */
const COUNTED_IN_HUNDREDTHS = ["ISK", "UGX"];

/** An amount in the smallest unit of its currency, in words. */
function amountInWords(total: number, currency: string): string {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const digits = COUNTED_IN_HUNDREDTHS.includes(currency)
    ? 2
    : (format.resolvedOptions().maximumFractionDigits ?? 2);
  return format.format(total / 10 ** digits);
}

const STATES: Record<string, string> = {
  draft: "being written",
  open: "open",
  paid: "paid",
  void: "void",
  uncollectible: "not paid",
};

/** Chooses and words what a page shows of an invoice. */
export function invoiceLine(invoice: Invoice, timezone: string): InvoiceLine {
  const { id, number, at, total, currency, status, url } = invoice;
  return {
    id,
    name: number ?? t("Invoice"),
    date: at ? dateInWords(localMoment(at, timezone).date) : "",
    amount: amountInWords(total, currency),
    state: STATES[status] ?? status,
    url,
  };
}
