import { t } from "~/i18n/t";
import { DataTable } from "./data-table";

type NamedFigure = { name: string; value: string };

/** Names with one figure each. */
export function RowTable({
  caption,
  head,
  rows,
}: {
  caption: string;
  head: [name: string, value: string];
  rows: readonly NamedFigure[];
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
