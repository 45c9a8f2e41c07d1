import { DataTable } from "~/components/admin/data-table";
import { t } from "~/i18n/t";

type Variant = { variant: string; visits: string; conversions: string; rate: string; interval: string };

export function VariantTable({ variants }: { variants: Variant[] }) {
  return (
    <DataTable
      caption={t("Landing page variants")}
      rows={variants}
      rowKey={({ variant }) => variant}
      columns={[
        { label: t("Variant"), isName: true, cell: ({ variant }) => variant },
        { label: t("Visitors"), numeric: true, cell: ({ visits }) => visits },
        { label: t("Registered"), numeric: true, cell: ({ conversions }) => conversions },
        { label: t("Rate"), numeric: true, cell: ({ rate }) => rate },
        { label: t("95% interval"), numeric: true, cell: ({ interval }) => interval },
      ]}
    />
  );
}
