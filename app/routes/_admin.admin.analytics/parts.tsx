import { Cell, DataTable, Row, RowHead } from "~/components/admin/data-table";
import { analyticsWords } from "~/words/admin/analytics";

type Variant = { variant: string; visits: string; conversions: string; rate: string; interval: string };

export function VariantTable({ variants }: { variants: Variant[] }) {
  return (
    <DataTable
      caption={analyticsWords.variantsOfTheLandingPage}
      columns={[
        { label: analyticsWords.variant },
        { label: analyticsWords.visitors, numeric: true },
        { label: analyticsWords.registered, numeric: true },
        { label: analyticsWords.rate, numeric: true },
        { label: analyticsWords.interval, numeric: true },
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
