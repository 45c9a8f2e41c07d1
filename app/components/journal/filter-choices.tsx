import type { ReactNode } from "react";
import { cachedFragment } from "~/components/ui/fragment-cache.state";
import { SEASON_NAMES, SEASONS } from "~/domain/calendar/church-year";
import { BOOK_NAMES } from "~/domain/journal/history/query";
import { t } from "~/i18n/t";

type ChoiceProps = { name: string; label: string; value?: string; children: ReactNode };

/** Filter select. Its first option filters nothing. */
export function HistoryChoice({ name, label, value, children }: ChoiceProps) {
  return (
    <div>
      <label htmlFor={`filter-${name}`} className="mb-1.5 block font-medium">
        {label}
      </label>
      <select id={`filter-${name}`} name={name} defaultValue={value ?? ""} className="control">
        <option value="">{t("All")}</option>
        {children}
      </select>
    </div>
  );
}

export const BookChoice = cachedFragment("div", {}, ({ value }: { value?: string }) => (
  <HistoryChoice name="book" label={t("Bible book")} value={value}>
    {BOOK_NAMES.map((book) => (
      <option key={book} value={book}>
        {book === "Psalm" ? t("Psalms") : book}
      </option>
    ))}
  </HistoryChoice>
));

export const SeasonChoice = cachedFragment("div", {}, ({ value }: { value?: string }) => (
  <HistoryChoice name="season" label={t("Season of the church year")} value={value}>
    {SEASONS.map((season) => (
      <option key={season} value={season}>
        {SEASON_NAMES[season]}
      </option>
    ))}
  </HistoryChoice>
));
