import type { DayMarks } from "~/domain/journal/history/calendar";
import { t } from "~/i18n/t";

/**
 * Marks of a day: the upper half of the disc stands for the morning, the lower half for the evening, the frame for a
 * free page. Hidden from assistive technology, because `dayLetters` says the same in text.
 */
export function DayMark({ marks, size = 20 }: { marks: DayMarks; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      aria-hidden="true"
      className="inline-block text-accent"
    >
      <circle cx="10" cy="10" r="5.5" fill="none" stroke="currentColor" strokeWidth="1.25" />
      {marks.morning && <path d="M4.5 10a5.5 5.5 0 0 1 11 0z" fill="currentColor" />}
      {marks.evening && <path d="M4.5 10a5.5 5.5 0 0 0 11 0z" fill="currentColor" />}
      {marks.free && (
        <rect
          x="1.5"
          y="1.5"
          width="17"
          height="17"
          rx="2"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
        />
      )}
    </svg>
  );
}

/** Formats the marks of a day as letters, such as "M E F". */
export function dayLetters({ morning, evening, free }: DayMarks): string {
  return [morning && t("M"), evening && t("E"), free && t("F")].filter(Boolean).join(" ");
}

const KEY: [DayMarks, string][] = [
  [{ morning: true, evening: false, free: false }, t("M, morning")],
  [{ morning: false, evening: true, free: false }, t("E, evening")],
  [{ morning: false, evening: false, free: true }, t("F, free page")],
];

/** Legend of the marks and letters. */
export function DayMarkKey() {
  return (
    <ul aria-label={t("Key")} className="mt-6 flex flex-wrap gap-x-6 gap-y-2 text-sm text-muted">
      {KEY.map(([marks, name]) => (
        <li key={name} className="flex items-center gap-2">
          <DayMark marks={marks} /> {name}
        </li>
      ))}
    </ul>
  );
}
