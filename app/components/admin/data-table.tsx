import clsx from "clsx";
import type { ReactNode } from "react";
import { t } from "~/i18n/t";

export type Column<T> = {
  label: string;
  cell: (row: T) => ReactNode;
  /** Row header, with a minimum width for tables that scroll; it is smaller in a table of two columns, which must not scroll. */
  isName?: true | "nowrap";
  numeric?: true;
  muted?: true;
  nowrap?: true;
};

/**
 * A table. On a phone each row becomes a card, unless there are two columns. A table that is too wide scrolls, with a shadow
 * at its edge. The caption is for screen readers alone, because every table has a heading above it. `empty` replaces a
 * table without rows.
 */
export function DataTable<T>({
  caption,
  columns,
  rows,
  rowKey,
  empty,
  className,
}: {
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string | number;
  empty?: string;
  className?: string;
}) {
  if (rows.length === 0 && empty !== undefined)
    return <p className={clsx("text-muted", className)}>{empty}</p>;
  const last = columns.length - 1;
  const hasCards = columns.length > 2;
  return (
    // A scrolling region must be focusable (WCAG 2.1.1). It is positioned, so that visually hidden text in its last
    // columns does not widen the page.
    <div
      role="region"
      aria-label={t("Table: {caption}", { caption })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
      tabIndex={0}
      className={clsx("table-scroll relative overflow-x-auto", className)}
    >
      <table className={clsx("w-full text-left", hasCards && "table-cards")}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-edge align-bottom text-sm text-muted">
            {columns.map(({ label, numeric }, at) => (
              <th
                key={label}
                scope="col"
                className={clsx("py-2 font-medium", at < last && "pr-5", numeric && "text-right")}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-b border-line align-baseline">
              {columns.map((column, at) => (
                <Cell key={column.label} column={column} isLast={at === last}>
                  {column.cell(row)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type CellProps = {
  column: Pick<Column<never>, "label" | "isName" | "numeric" | "muted" | "nowrap">;
  isLast: boolean;
  children: ReactNode;
};

function Cell({ column: { label, isName, numeric, muted, nowrap }, isLast, children }: CellProps) {
  if (isName)
    return (
      <th
        scope="row"
        className={clsx(
          "py-2.5 pr-5 text-left font-normal",
          isName === "nowrap" ? "whitespace-nowrap" : "min-w-[13rem] [&:nth-last-child(2)]:min-w-40",
        )}
      >
        {children}
      </th>
    );
  return (
    <td
      data-label={label}
      className={clsx(
        "py-2.5",
        !isLast && "pr-5",
        numeric && "whitespace-nowrap text-right tabular-nums",
        muted && "text-muted",
        nowrap && "whitespace-nowrap tabular-nums",
      )}
    >
      <div>{children}</div>
    </td>
  );
}

/** A table of names and values. */
export function RowTable({
  caption,
  head,
  rows,
}: {
  caption: string;
  head: [name: string, value: string];
  rows: readonly { name: string; value: string }[];
}) {
  return (
    <DataTable
      caption={caption}
      rows={rows}
      rowKey={({ name }) => name}
      empty={t("None in this period.")}
      columns={[
        { label: head[0], isName: true, cell: ({ name }) => name },
        { label: head[1], numeric: true, cell: ({ value }) => value },
      ]}
    />
  );
}
