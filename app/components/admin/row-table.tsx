import { t } from "~/i18n/t";
import { Cell, DataTable, Row, RowHead } from "./data-table";

/** Names with one figure each. */
export function RowTable({
  caption,
  head,
  rows,
}: {
  caption: string;
  head: [name: string, value: string];
  rows: readonly { name: string; value: string }[];
}) {
  if (rows.length === 0) return <p className="text-muted">{t("None in this period.")}</p>;
  return (
    <DataTable caption={caption} columns={[{ label: head[0] }, { label: head[1], numeric: true }]}>
      {rows.map(({ name, value }) => (
        <Row key={name}>
          <RowHead>{name}</RowHead>
          <Cell numeric last>
            {value}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
