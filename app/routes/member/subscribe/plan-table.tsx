import clsx from "clsx";
import { Fragment } from "react";
import { Icon } from "~/components/ui/icon";
import type { Tier } from "~/domain/member/plan";
import type { PlanColumn, PlanOptions } from "~/domain/plans/view-plans.server";
import { t } from "~/i18n/t";

type Props = Pick<PlanOptions, "columns" | "forAll" | "rows"> & { current: Tier };

/** Comparison of the plans. The name of a feature is a row above its three cells, so that the table fits a phone. */
export function PlanTable({ columns, forAll, rows, current }: Props) {
  return (
    <table className="w-full table-fixed border-collapse text-sm sm:text-base">
      <caption className="sr-only">{t("What each plan includes")}</caption>
      <thead>
        <tr className="align-top">
          {columns.map((column) => (
            <ColumnHead key={column.tier} column={column} isCurrent={column.tier === current} />
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="rowgroup" colSpan={3} className={GROUP_CLASS}>
            {t("In every plan")}
          </th>
        </tr>
        <tr>
          <td colSpan={3} className="pb-4">
            <ul className="grid gap-2 leading-snug">
              {forAll.map((name) => (
                <li key={name} className="flex gap-2">
                  <Icon name="check" className="shrink-0 text-accent" />
                  {name}
                </li>
              ))}
            </ul>
          </td>
        </tr>
      </tbody>
      {rows.map(({ name, cells }) => (
        <tbody key={name}>
          <tr>
            <th scope="rowgroup" colSpan={3} className={GROUP_CLASS}>
              {name}
            </th>
          </tr>
          <tr className="align-top">
            {cells.map((cell, at) => (
              <td key={columns[at]?.tier} className="px-2 pb-4 leading-snug first:pl-0 last:pr-0">
                <Cell cell={cell} />
              </td>
            ))}
          </tr>
        </tbody>
      ))}
    </table>
  );
}

const GROUP_CLASS = "border-t border-line pb-1.5 pt-4 text-left text-sm font-normal text-muted";

function ColumnHead({ column: { label, prices }, isCurrent }: { column: PlanColumn; isCurrent: boolean }) {
  return (
    <th
      scope="col"
      aria-current={isCurrent ? "true" : undefined}
      className="px-2 pb-5 text-left font-normal first:pl-0 last:pr-0"
    >
      <span
        className={clsx(
          "mb-2 block border-t-2 pt-2 text-sm font-medium",
          isCurrent ? "border-accent text-accent" : "border-line text-transparent",
        )}
      >
        {isCurrent ? t("Your plan") : ""}
        {"\u00a0"}
      </span>{" "}
      <span className="block text-base font-medium leading-snug sm:text-lg">{label}</span>
      {prices.map((price) => (
        <Fragment key={price}>
          {" "}
          <span className="mt-1 block text-muted">{price}</span>
        </Fragment>
      ))}
    </th>
  );
}

function Cell({ cell }: { cell: string | boolean }) {
  if (typeof cell === "string") return cell;
  return (
    <span className={clsx("inline-flex flex-wrap items-center gap-x-1.5", !cell && "text-muted")}>
      <Icon name={cell ? "check" : "minus"} className={clsx("shrink-0", cell && "text-accent")} />
      {cell ? t("Included") : t("Not included")}
    </span>
  );
}
