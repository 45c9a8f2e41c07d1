import { Cell, DataTable, Row, RowHead } from "~/components/admin/data-table";

type Variant = { variant: string; visits: string; conversions: string; rate: string; interval: string };

export function VariantTable({ variants }: { variants: Variant[] }) {
  return (
    <DataTable
      caption="Variants of the landing page"
      columns={[
        { label: "Variant" },
        { label: "Visitors", numeric: true },
        { label: "Registered", numeric: true },
        { label: "Rate", numeric: true },
        { label: "95 % interval", numeric: true },
      ]}
    >
      {variants.map(({ variant, visits, conversions, rate, interval }) => (
        <Row key={variant}>
          <RowHead>{variant}</RowHead>
          <Cell numeric>{visits}</Cell>
          <Cell numeric>{conversions}</Cell>
          <Cell numeric>{rate}</Cell>
          <Cell numeric last>
            {interval}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
