import { Link } from "@remix-run/react";
import { AlertState } from "~/components/admin/alert-words";
import { Cell, DataTable, Row, RowHead } from "~/components/admin/data-table";
import { Sentence } from "~/components/ui/sentence";
import { alertsWords } from "~/words/admin/alerts";

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
        { label: alertsWords.alert },
        { label: alertsWords.state },
        { label: alertsWords.atItsWorst },
        { label: alertsWords.openedUtc },
        { label: alertsWords.resolvedUtc },
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
      caption={alertsWords.alertRules}
      columns={[
        { label: alertsWords.rule },
        { label: alertsWords.troubleIs },
        { label: alertsWords.now },
        { label: alertsWords.lookedAtUtc },
        { label: alertsWords.mail },
        { label: alertsWords.change },
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
          <Cell nowrap>{rule.enabled ? (rule.checkedAt ?? alertsWords.notYet) : alertsWords.turnedOff}</Cell>
          <Cell>{rule.mail ? alertsWords.yes : alertsWords.no}</Cell>
          <Cell last>
            <Link to={`/admin/alerts/rules/${rule.key}`}>
              <Sentence
                text={alertsWords.changeRule}
                parts={{ hidden: (text) => <span className="sr-only">{text}</span>, name: rule.name }}
              />
            </Link>
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
