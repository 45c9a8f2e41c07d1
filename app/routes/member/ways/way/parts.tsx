import * as addresses from "~/addresses";
import { EntryText } from "~/components/journal/entry-text";
import { Link } from "~/components/ui/link";
import type { ShownContent } from "~/domain/journal/entries/shown";
import { t } from "~/i18n/t";

type Day = { title: string; passage: string; date: string | null; isToday: boolean };

/** Every day of a way, open to read. */
export function DaysOfWay({ id, language, days }: { id: string; language: string; days: Day[] }) {
  return (
    <section aria-labelledby="days">
      <h2 id="days" className="mb-4 text-xl font-medium">
        {t("Its days")}
      </h2>
      <ol className="divide-y divide-line border-y border-line">
        {days.map(({ title, passage, date, isToday }, at) => (
          <li key={at} aria-current={isToday ? "date" : undefined} className="py-3">
            <Link
              to={addresses.wayDay(id, at + 1)}
              lang={language || undefined}
              className={`font-serif text-lg ${isToday ? "font-semibold" : ""}`}
            >
              {title}
            </Link>
            <p className="text-sm text-muted">{[passage, date].filter(Boolean).join(" · ")}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

type Words = { entryId: string; title: string; day: string; content: ShownContent };

/** What a person wrote on the way, one day after the other. */
export function OwnWords({ words }: { words: Words[] }) {
  return (
    <section aria-labelledby="words" className="mt-14">
      <h2 id="words" className="mb-6 text-xl font-medium">
        {t("Your words on this way")}
      </h2>
      <div className="space-y-12">
        {words.map(({ entryId, title, day, content }) => (
          <article key={entryId} aria-labelledby={`words-${entryId}`}>
            <p className="text-sm text-muted">{day}</p>
            <h3 id={`words-${entryId}`} className="mb-4 text-lg">
              <Link to={addresses.entry(entryId)}>{title}</Link>
            </h3>
            <EntryText content={content} level="h4" />
          </article>
        ))}
      </div>
    </section>
  );
}
