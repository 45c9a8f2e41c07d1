import { Link } from "@remix-run/react";
import { AlertState } from "~/components/admin/alert-words";
import { Cell, DataTable, Row, RowHead } from "~/components/admin/data-table";

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
        { label: "Alert" },
        { label: "State" },
        { label: "At its worst" },
        { label: "Opened (UTC)" },
        { label: "Resolved (UTC)" },
      ]}
    >
      {alerts.map((alert) => (
        <Row key={alert.id}>
          <RowHead>
            <Link to={`/admin/alerts/${alert.id}`} className="font-medium">
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
      caption="Alert rules"
      columns={[
        { label: "Rule" },
        { label: "Trouble is" },
        { label: "Now" },
        { label: "Looked at (UTC)" },
        { label: "Mail" },
        { label: "Change" },
      ]}
    >
      {rules.map((rule) => (
        <Row key={rule.key}>
          <RowHead>
            <span className="font-medium">{rule.name}</span>
            <span className="block text-sm text-muted">{rule.measures}</span>
          </RowHead>
          <Cell nowrap>{rule.limit}</Cell>
          <Cell nowrap>{rule.value ?? "–"}</Cell>
          <Cell nowrap>{rule.enabled ? (rule.checkedAt ?? "not yet") : "turned off"}</Cell>
          <Cell>{rule.mail ? "Yes" : "No"}</Cell>
          <Cell last>
            <Link to={`/admin/alerts/rules/${rule.key}`}>
              Change<span className="sr-only"> {rule.name}</span>
            </Link>
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
