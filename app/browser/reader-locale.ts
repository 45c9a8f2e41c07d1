import type { Locale } from "~/domain/calendar/locale";
import { readLocaleFrom } from "~/domain/calendar/reader.state";

/** From here on dates are written for this reader. On the server each request has its own reader, known there. */
export function setReaderLocale(locale: Locale): void {
  if (typeof document !== "undefined") readLocaleFrom(() => locale);
}
