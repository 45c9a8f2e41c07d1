import clsx from "clsx";
import type { ReactNode } from "react";
import { t } from "~/i18n/t";

export type Column = { label: string; numeric?: boolean };

/**
 * A table that scrolls within the page on a narrow screen, by keyboard too; a shadow at its edge says that there is more. The
 * caption says what it holds and is seen by screen readers only, because there is a heading above.
 */
export function DataTable({
  caption,
  columns,
  children,
  className,
}: {
  caption: string;
  columns: readonly Column[];
  children: ReactNode;
  className?: string;
}) {
  return (
    // What scrolls must be reached by keyboard (WCAG 2.1.1). Positioned, so that hidden words in its far columns stay
    // inside it and do not widen the page.
    <div
      role="region"
      aria-label={t("Table: {caption}", { caption })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
      tabIndex={0}
      className={clsx("table-scroll relative overflow-x-auto", className)}
    >
      <table className="w-full text-left">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-edge align-bottom text-sm text-muted">
            {columns.map(({ label, numeric }, index) => (
              <th
                key={label}
                scope="col"
                className={clsx(
                  "py-2 font-medium",
                  index < columns.length - 1 && "pr-5",
                  numeric && "text-right",
                )}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

export function Row({ children }: { children: ReactNode }) {
  return <tr className="border-b border-line align-baseline">{children}</tr>;
}

export function Cell({
  children,
  numeric,
  muted,
  nowrap,
  last,
}: {
  children: ReactNode;
  numeric?: boolean;
  muted?: boolean;
  nowrap?: boolean;
  last?: boolean;
}) {
  return (
    <td
      className={clsx(
        "py-2.5",
        !last && "pr-5",
        numeric && "whitespace-nowrap text-right tabular-nums",
        muted && "text-muted",
        nowrap && "whitespace-nowrap tabular-nums",
      )}
    >
      {children}
    </td>
  );
}

/** A row's own name, wide enough to be read on a phone: the other columns are scrolled to. Two need no scrolling. */
export function RowHead({ children, nowrap }: { children: ReactNode; nowrap?: boolean }) {
  return (
    <th
      scope="row"
      className={clsx(
        "py-2.5 pr-5 text-left font-normal",
        nowrap ? "whitespace-nowrap" : "min-w-[13rem] [&:nth-last-child(2)]:min-w-40",
      )}
    >
      {children}
    </th>
  );
}
