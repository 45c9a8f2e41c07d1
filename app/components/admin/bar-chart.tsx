import { numberInWords } from "~/domain/calendar/locale";
import { t } from "~/i18n/t";
import { DataTable } from "./data-table";

export type Point = { label: string; value: number };

const HEIGHT = 100;
const STEP = 10;

/** One figure over time as bars drawn on the server, with the same numbers as a table below. */
export function BarChart({
  title,
  points,
  values,
}: {
  title: string;
  points: readonly Point[];
  values: string;
}) {
  const most = Math.max(0, ...points.map(({ value }) => value));
  const top = points.find(({ value }) => value === most);
  const sum = points.reduce((total, { value }) => total + value, 0);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const width = points.length * STEP;
  const summary =
    most === 0
      ? t("None in this period.")
      : t("{sum} in all; most, {most}, on {day}.", {
          sum: numberInWords(sum),
          most: numberInWords(most),
          day: top?.label ?? "",
        });
  return (
    <figure className="min-w-0">
      <figcaption className="mb-3">
        <span className="block font-medium">{title}</span>{" "}
        <span className="text-sm text-muted">{summary}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={`${title}. ${summary}`}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-28 w-full border-b border-edge text-accent"
      >
        {points.map(({ label, value }, index) => {
          const height = most === 0 ? 0 : Math.max((value / most) * HEIGHT, value > 0 ? 1 : 0);
          return (
            <rect
              key={label}
              x={index * STEP + 1.5}
              y={HEIGHT - height}
              width={STEP - 3}
              height={height}
              fill="currentColor"
            />
          );
        })}
      </svg>
      <div className="mt-1 flex justify-between text-sm tabular-nums text-muted">
        <span>{first.label}</span> {points.length > 1 && <span>{last.label}</span>}
      </div>
      <details className="mt-2">
        <summary className="inline-flex min-h-11 items-center text-sm underline">{t("The numbers")}</summary>
        <DataTable
          caption={title}
          rows={points}
          rowKey={({ label }) => label}
          columns={[
            { label: t("Day"), isName: "nowrap", cell: ({ label }) => label },
            { label: values, numeric: true, cell: ({ value }) => numberInWords(value) },
          ]}
        />
      </details>
    </figure>
  );
}
