import { Link } from "@remix-run/react";
import clsx from "clsx";
import { Fragment } from "react";
import { formatNumber } from "~/domain/calendar/locale";
import { t } from "~/i18n/t";
import { DataTable } from "./data-table";

type Point = { label: string; value: number };

const HEIGHT = 100;
const STEP = 10;

/** Bar chart, rendered on the server, with its numbers in a table below. */
export function BarChart({
  title,
  points,
  values,
}: {
  title: string;
  points: readonly Point[];
  values: string;
}) {
  const max = Math.max(0, ...points.map(({ value }) => value));
  const top = points.find(({ value }) => value === max);
  const sum = points.reduce((total, { value }) => total + value, 0);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const width = points.length * STEP;
  const summary =
    max === 0
      ? t("None in this period.")
      : t("{sum} in total; the most, {most}, on {day}.", {
          sum: formatNumber(sum),
          most: formatNumber(max),
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
          const height = max === 0 ? 0 : Math.max((value / max) * HEIGHT, value > 0 ? 1 : 0);
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
            { label: values, numeric: true, cell: ({ value }) => formatNumber(value) },
          ]}
        />
      </details>
    </figure>
  );
}

/** Links to the time ranges of a page. */
export function RangeChoice({
  ranges,
  chosen,
  to,
}: {
  ranges: readonly number[];
  chosen: number;
  to: (range: number) => string;
}) {
  return (
    <nav aria-label={t("Time")} className="mb-10 flex flex-wrap gap-x-6">
      {ranges.map((range) => (
        <Fragment key={range}>
          <Link
            to={to(range)}
            aria-current={range === chosen ? "true" : undefined}
            className={clsx(
              "inline-flex min-h-11 items-center",
              range === chosen && "font-semibold no-underline",
            )}
          >
            {t("{range} days", { range })}
          </Link>{" "}
        </Fragment>
      ))}
    </nav>
  );
}
