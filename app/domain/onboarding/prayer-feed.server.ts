import * as addresses from "~/addresses";
import { addDays } from "~/domain/calendar/local-day";
import { utcDay } from "~/domain/calendar/utc";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { escapeMarkup } from "~/platform/escape-markup";
import { houseOrigin } from "~/platform/house-origin.server";
import { prayerOf } from "./prayer-of-today.server";

const DAYS = 7;

/** The last seven days' passages and questions, for the page of a parish (Atom, RFC 4287). */
export function prayerFeed(): string {
  const [origin, today] = [houseOrigin(), utcDay(now())];
  const page = origin + addresses.today();
  const entries = Array.from({ length: DAYS }, (_, ago) => prayerOf(addDays(today, -ago))).map(
    ({ date, day, shared, passage, questions }) => {
      const verses = passage.verses.map(({ text }) => text).join(" ");
      const html = [verses, ...(shared ? [shared.point] : []), ...questions]
        .filter(Boolean)
        .map((text) => `<p>${escapeMarkup(text)}</p>`)
        .join("");
      return [
        "  <entry>",
        `    <id>${escapeMarkup(page)}#${date}</id>`,
        `    <title>${escapeMarkup(`${day}: ${shared ? `${shared.title}, ` : ""}${passage.reference}`)}</title>`,
        `    <updated>${date}T00:00:00Z</updated>`,
        `    <link href="${escapeMarkup(page)}"/>`,
        `    <content type="html">${escapeMarkup(html)}</content>`,
        "  </entry>",
      ].join("\n");
    },
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <id>${escapeMarkup(page)}</id>`,
    `  <title>${escapeMarkup(t("Still and Know: a passage for today"))}</title>`,
    `  <author><name>${escapeMarkup(t("Still and Know"))}</name></author>`,
    `  <updated>${today}T00:00:00Z</updated>`,
    `  <link rel="self" href="${escapeMarkup(origin + addresses.todayFeed())}"/>`,
    ...entries,
    "</feed>",
    "",
  ].join("\n");
}
