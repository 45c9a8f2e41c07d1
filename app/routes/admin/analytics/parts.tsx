import { Cell, DataTable, Row, RowHead } from "~/components/admin/data-table";
import { t } from "~/i18n/t";

type Variant = { variant: string; visits: string; conversions: string; rate: string; interval: string };

export function VariantTable({ variants }: { variants: Variant[] }) {
  return (
    <DataTable
      caption={t("Landing page variants")}
      columns={[
        { label: t("Variant") },
        { label: t("Visitors"), numeric: true },
        { label: t("Registered"), numeric: true },
        { label: t("Rate"), numeric: true },
        { label: t("95% interval"), numeric: true },
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
