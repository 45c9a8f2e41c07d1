import { SHORT_WEEKDAYS } from "~/domain/calendar/day-names";
import { dateInWords, weekdayName, weekdayOf } from "~/domain/calendar/local-day";
import type { DayCount } from "~/domain/insights/insight";
import { t } from "~/i18n/t";

const COLUMN = 52;
const BAR = 26;
const HEIGHT = 110;
const FOOT = 26;
const HEAD = 22;

/** Parts of a day by their shade, from the ground up: one hue, and the same order everywhere. */
const PARTS = [
  { key: "morning", name: t("Morning"), opacity: 0.6 },
  { key: "evening", name: t("Evening"), opacity: 1 },
  { key: "other", name: t("Free pages"), opacity: 0.3 },
] as const;
type Part = { key: (typeof PARTS)[number]["key"]; name: string; opacity: number };

const total = ({ morning, evening, other }: DayCount) => morning + evening + other;

/** Words written, by day: made on the server, with the same numbers in a table below. */
export function WeekChart({ days }: { days: DayCount[] }) {
  const most = Math.max(...days.map(total), 1);
  const width = days.length * COLUMN;
  const written = PARTS.filter(({ key }) => days.some((day) => day[key] > 0));
  // Shades tell parts apart; one alone needs none.
  const used: Part[] = written.length === 1 ? written.map((part) => ({ ...part, opacity: 1 })) : written;
  return (
    <figure>
      <svg
        viewBox={`0 0 ${width} ${HEAD + HEIGHT + FOOT}`}
        aria-hidden="true"
        className="w-full max-w-card text-accent"
      >
        {days.map((day, at) => (
          <Column key={day.date} day={day} parts={used} x={at * COLUMN + COLUMN / 2} scale={HEIGHT / most} />
        ))}
        <path d={`M0 ${HEAD + HEIGHT + 0.5}H${width}`} className="text-edge" stroke="currentColor" />
      </svg>
      <figcaption className="mt-2 flex flex-wrap gap-x-5 text-sm text-muted">
        <span>{t("Words written, by day")}</span>
        {used.length > 1 &&
          used.map(({ key, name, opacity }) => (
            <span key={key} className="inline-flex items-center gap-2">
              <svg width="12" height="12" aria-hidden="true" className="text-accent">
                <rect width="12" height="12" rx="2" fill="currentColor" opacity={opacity} />
              </svg>
              {name}
            </span>
          ))}
      </figcaption>
      <WeekTable days={days} parts={used} />
    </figure>
  );
}

type ColumnProps = { day: DayCount; parts: Part[]; x: number; scale: number };

function Column({ day, parts, x, scale }: ColumnProps) {
  const words = total(day);
  const ground = HEAD + HEIGHT;
  const bars = parts
    .map(({ key, opacity }, at) => {
      const below = parts.slice(0, at + 1).reduce((sum, part) => sum + day[part.key], 0);
      return { key, opacity, y: ground - below * scale, height: day[key] * scale };
    })
    .filter(({ height }) => height > 0);
  return (
    <>
      {bars.map(({ key, opacity, y, height }) => (
        <rect
          key={key}
          x={x - BAR / 2}
          y={y}
          width={BAR}
          height={height}
          fill="currentColor"
          opacity={opacity}
        />
      ))}
      {words > 0 && (
        <text x={x} y={ground - words * scale - 7} textAnchor="middle" fontSize="13" className="fill-ink">
          {words}
        </text>
      )}
      <text x={x} y={ground + 19} textAnchor="middle" fontSize="13" className="fill-muted">
        {SHORT_WEEKDAYS[weekdayOf(day.date)]}
      </text>
    </>
  );
}

function WeekTable({ days, parts }: { days: DayCount[]; parts: Part[] }) {
  return (
    <details className="mt-2">
      <summary className="inline-flex min-h-11 items-center text-sm underline underline-offset-4">
        {t("The same as a table")}
      </summary>
      <div className="relative overflow-x-auto">
        <table className="w-full max-w-measure text-sm">
          <caption className="sr-only">{t("Words written, by day")}</caption>
          <thead>
            <tr className="border-b border-edge text-left">
              <th scope="col" className="py-2 pr-4 font-medium">
                {t("Day")}
              </th>
              {parts.map(({ key, name }) => (
                <th key={key} scope="col" className="py-2 pl-4 text-right font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.date} className="border-b border-line">
                <th scope="row" className="py-2 pr-4 text-left font-normal">
                  {weekdayName(day.date)}, {dateInWords(day.date).replace(/ \d+$/, "")}
                </th>
                {parts.map(({ key }) => (
                  <td key={key} className="py-2 pl-4 text-right tabular-nums">
                    {day[key]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
