import * as addresses from "~/addresses";
import { AlertState } from "~/components/admin/alert-words";
import { Cell, DataTable, Row, RowHead } from "~/components/admin/data-table";
import { Link } from "~/components/ui/link";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

type Alert = {
  id: string;
  name: string;
  state: "open" | "acknowledged" | "resolved";
  severity: "warning" | "critical";
  worst: string;
  openedAt: string;
  resolvedAt: string | null;
};

export function AlertTable({ alerts, caption }: { alerts: Alert[]; caption: string }) {
  return (
    <DataTable
      caption={caption}
      columns={[
        { label: t("Alert") },
        { label: t("State") },
        { label: t("Worst value") },
        { label: t("Opened (UTC)") },
        { label: t("Resolved (UTC)") },
      ]}
    >
      {alerts.map((alert) => (
        <Row key={alert.id}>
          <RowHead>
            <Link to={addresses.adminAlert(alert.id)} className="font-medium">
              {alert.name}
            </Link>
          </RowHead>
          <Cell>
            <AlertState {...alert} />
          </Cell>
          <Cell nowrap>{alert.worst}</Cell>
          <Cell nowrap>{alert.openedAt}</Cell>
          <Cell nowrap last>
            {alert.resolvedAt ?? "–"}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

type Rule = {
  key: string;
  name: string;
  measures: string;
  limit: string;
  value: string | null;
  checkedAt: string | null;
  enabled: boolean;
  mail: boolean;
};

export function RuleTable({ rules }: { rules: Rule[] }) {
  return (
    <DataTable
      caption={t("Alert rules")}
      columns={[
        { label: t("Rule") },
        { label: t("Now") },
        { label: t("Threshold") },
        { label: t("Last checked (UTC)") },
        { label: t("Email") },
        { label: t("Change") },
      ]}
    >
      {rules.map((rule) => (
        <Row key={rule.key}>
          <RowHead>
            <span className="font-medium">{rule.name}</span>{" "}
            <span className="block text-sm text-muted">{rule.measures}</span>
          </RowHead>
          <Cell nowrap>{rule.value ?? "–"}</Cell>
          <Cell nowrap>{rule.limit}</Cell>
          <Cell nowrap>{rule.enabled ? (rule.checkedAt ?? t("not yet")) : t("turned off")}</Cell>
          <Cell>{rule.mail ? t("Yes") : t("No")}</Cell>
          <Cell last>
            <Link to={addresses.adminAlertRule(rule.key)}>
              <Trans>
                Change<span className="sr-only"> {rule.name}</span>{" "}
              </Trans>
            </Link>
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
