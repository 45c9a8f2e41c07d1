import * as addresses from "~/addresses";
import { AlertState } from "~/components/admin/alert-words";
import { DataTable } from "~/components/admin/data-table";
import { Link } from "~/components/ui/link";
import { t } from "~/i18n/t";

type Alert = {
  id: string;
  name: string;
  state: "open" | "acknowledged" | "resolved";
  severity: "warning" | "critical";
  worst: string;
  openedAt: string;
  resolvedAt: string | null;
};

export function AlertTable({ alerts, ...said }: { alerts: Alert[]; caption: string; empty: string }) {
  return (
    <DataTable
      {...said}
      rows={alerts}
      rowKey={({ id }) => id}
      columns={[
        {
          label: t("Alert"),
          isName: true,
          cell: ({ id, name }) => (
            <Link to={addresses.adminAlert(id)} className="font-medium">
              {name}
            </Link>
          ),
        },
        { label: t("State"), cell: (alert) => <AlertState {...alert} /> },
        { label: t("Worst value"), nowrap: true, cell: ({ worst }) => worst },
        { label: t("Opened (UTC)"), nowrap: true, cell: ({ openedAt }) => openedAt },
        { label: t("Resolved (UTC)"), nowrap: true, cell: ({ resolvedAt }) => resolvedAt ?? "–" },
      ]}
    />
  );
}

type Rule = {
  key: string;
  name: string;
  measures: string;
  limit: string;
  value: string | null;
  checkedAt: string | null;
  mail: boolean;
};

export function RuleTable({ rules }: { rules: Rule[] }) {
  return (
    <DataTable
      caption={t("Alert rules")}
      rows={rules}
      rowKey={({ key }) => key}
      columns={[
        {
          label: t("Rule"),
          isName: true,
          cell: ({ name, measures }) => (
            <>
              <span className="font-medium">{name}</span>{" "}
              <span className="block text-sm text-muted">{measures}</span>
            </>
          ),
        },
        { label: t("Now"), nowrap: true, cell: ({ value }) => value ?? "–" },
        { label: t("Threshold"), nowrap: true, cell: ({ limit }) => limit },
        { label: t("Last checked (UTC)"), nowrap: true, cell: ({ checkedAt }) => checkedAt ?? t("not yet") },
        { label: t("Email"), cell: ({ mail }) => (mail ? t("Yes") : t("No")) },
      ]}
    />
  );
}
