import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import { EntryText } from "~/components/journal/entry-text";
import { NotPrinted } from "~/components/ui/not-printed";
import type { ShownContent } from "~/domain/journal/entries/shown";
import { t } from "~/i18n/t";

const BOOKLETS = [
  { paper: "a5", fold: undefined, name: t("A5") },
  { paper: "a4", fold: "1", name: t("A4, to fold") },
  { paper: "letter", fold: "1", name: t("Letter, to fold") },
] as const;

type Day = { title: string; passage: string; date: string | null; isToday: boolean };

type Way = {
  id: string;
  language: string;
  days: Day[];
  /** The scripts that a booklet has no letters for, in words. */
  notPrinted?: string;
};

/** Every day of a way, open to read. */
export function DaysOfWay({ id, language, days, notPrinted }: Way) {
  const described = notPrinted ? { "aria-describedby": "not-printed" } : {};
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
              dir="auto"
              className={`font-serif text-lg ${isToday ? "font-semibold" : ""}`}
            >
              {title}
            </Link>
            <p className="text-sm text-muted">{[passage, date].filter(Boolean).join(" · ")}</p>
          </li>
        ))}
      </ol>
      {notPrinted && <NotPrinted id="not-printed" scripts={notPrinted} />}
      <p className="mt-4 flex flex-wrap gap-x-6 text-sm">
        <span>{t("As a booklet:")}</span>{" "}
        {BOOKLETS.map(({ paper, fold, name }) => (
          <Link key={name} to={addresses.wayBooklet(id, { paper, fold })} reloadDocument {...described}>
            {name}
          </Link>
        ))}
      </p>
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
            <h3 id={`words-${entryId}`} dir="auto" className="mb-4 text-lg">
              <Link to={addresses.entry(entryId)}>{title}</Link>
            </h3>
            <EntryText content={content} level="h4" rest={addresses.entry(entryId, { page: 2 })} />
          </article>
        ))}
      </div>
    </section>
  );
}
