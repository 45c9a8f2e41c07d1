import { addDays } from "~/domain/calendar/local-day";
import { zoneNamed } from "~/domain/calendar/time-zone";
import { isBlank, LIMITS } from "~/domain/journal/entries/content";
import { trashEnd } from "~/domain/journal/history/trash";
import { t } from "~/i18n/t";
import type { PortableEntry } from "./portable-entry";

/** Nobody who imports has written before; a day before is a mistake of some program. */
export const FIRST_DAY = "1900-01-01";

/** Whether something may have been written for a day. A traveller's day may be a day ahead of the one at home. */
export const isPossibleDay = (day: string, { today }: { today: string }): boolean =>
  day >= FIRST_DAY && day <= addDays(today, 1);

export type Normalised = { ok: true; entry: PortableEntry } | { ok: false; why: string };

/**
 * An entry from elsewhere as this journal can keep it: moments in the future become now, and what is one line here
 * but longer there goes into the text, so that no word is lost. An entry without words or for a future day is refused.
 */
export function normaliseEntry(
  entry: PortableEntry,
  { now, today }: { now: Date; today: string },
): Normalised {
  const { content, deletedAt } = entry;
  if (isBlank(content)) return { ok: false, why: t("it contains no words") };
  // A traveller's day may be a day ahead of the one at home.
  if (entry.forDate > addDays(today, 1)) return { ok: false, why: t("its day has not come yet") };
  if (entry.forDate < FIRST_DAY) return { ok: false, why: t("its day is before the year 1900") };
  if (deletedAt && deletedAt <= trashEnd(now))
    return { ok: false, why: t("it was deleted more than thirty days ago") };
  const past = (moment: Date) => new Date(Math.min(Math.max(moment.getTime(), 0), now.getTime()));
  const long = content.title.length > LIMITS.title;
  return {
    ok: true,
    entry: {
      ...entry,
      timezone: zoneNamed(entry.timezone) ? entry.timezone : "UTC",
      createdAt: past(entry.createdAt),
      updatedAt: past(entry.updatedAt),
      deletedAt: deletedAt && past(deletedAt),
      content: {
        ...content,
        title: long ? `${content.title.slice(0, LIMITS.title - 1).toWellFormed()}…` : content.title,
        body: long ? `${content.title}\n\n${content.body}` : content.body,
        tags: content.tags.slice(0, LIMITS.tags).map((tag) => tag.slice(0, LIMITS.tag).toWellFormed()),
        mood: content.mood.slice(0, LIMITS.mood).toWellFormed(),
      },
      versions: entry.versions.map((version) => ({ ...version, savedAt: past(version.savedAt) })),
    },
  };
}

/** Whether a text is longer than its form accepts. */
export function isLongerThanForms({ content }: PortableEntry): boolean {
  return [content.body, ...content.answers.map(({ text }) => text)].some(
    (text) => text.length > LIMITS.answer,
  );
}
