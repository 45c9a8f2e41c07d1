import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { AdminListPage, defineAdminList } from "~/components/admin/admin-list";
import { DataTable, type Column } from "~/components/admin/data-table";
import { ALERT_STATES, AlertState, PendingApprovals, Section } from "~/components/admin/facts";
import { PageHeading } from "~/components/ui/page-heading";
import { countPendingApprovals } from "~/domain/accounts/manual-approval.server";
import { ALERT_RULES, describeThreshold, formatWithUnit } from "~/domain/administration/alerts/alert-rules";
import {
  listAlerts,
  listOpenAlerts,
  listRules,
  type AlertRow,
} from "~/domain/administration/alerts/alerts.server";
import { utcMinute } from "~/domain/calendar/local-day";
import { loadAdminList } from "~/http/admin-list.server";
import { adminLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Alert Management · Still and Know") }];

const ALERT_LIST = defineAdminList({
  address: paths.adminAlerts,
  cursor: "page",
  filters: [
    { name: "state", label: t("State"), choices: ALERT_STATES },
    {
      name: "rule",
      label: t("Rule"),
      choices: ALERT_RULES.map(({ key, name }) => [key, name]),
      className: "lg:col-span-2",
    },
  ],
  filterLabel: t("Find alerts"),
  pagerLabel: t("Alert pages"),
  toRowView: (alert: AlertRow) => ({
    id: alert.id,
    name: alert.name,
    state: alert.state,
    severity: alert.severity,
    worst: formatWithUnit(alert.worst, alert.unit),
    openedAt: utcMinute(alert.openedAt),
    resolvedAt: alert.resolvedAt && utcMinute(alert.resolvedAt),
  }),
  caption: t("All alerts"),
  rowKey: ({ id }) => id,
  empty: { filtered: t("No alert matches this."), none: t("None yet.") },
  columns: [
    {
      label: t("Alert"),
      isName: true,
      cell: ({ id, name }) => (
        <Link to={paths.adminAlert(id)} className="font-medium">
          {name}
        </Link>
      ),
    },
    { label: t("State"), cell: (alert) => <AlertState {...alert} /> },
    { label: t("Worst value"), nowrap: true, cell: ({ worst }) => worst },
    { label: t("Opened (UTC)"), nowrap: true, cell: ({ openedAt }) => openedAt },
    { label: t("Resolved (UTC)"), nowrap: true, cell: ({ resolvedAt }) => resolvedAt ?? "–" },
  ],
});

type Rule = {
  key: string;
  name: string;
  measures: string;
  limit: string;
  value: string | null;
  checkedAt: string | null;
  mail: boolean;
};

const RULE_COLUMNS: readonly Column<Rule>[] = [
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
];

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ url }) => {
    const [open, list, rules, waiting] = await Promise.all([
      listOpenAlerts(),
      loadAdminList(ALERT_LIST, listAlerts, url),
      listRules(),
      countPendingApprovals(),
    ]);
    return {
      waiting,
      open: open.map(ALERT_LIST.toRowView),
      list,
      rules: rules
        .filter(({ isIdle }) => !isIdle)
        .map(({ key, name, measures, trouble, threshold, unit, value, checkedAt, mail }): Rule => ({
          key,
          name,
          measures,
          limit: describeThreshold(trouble, threshold, unit),
          value: value === null ? null : formatWithUnit(value, unit),
          checkedAt: checkedAt && utcMinute(checkedAt),
          mail,
        })),
    };
  });

export default function AlertsPage() {
  const { waiting, open, list, rules } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeading
        title={t("Alert Management")}
        intro={t(
          "The server checks these rules every minute. An alert opens after two bad minutes and closes after ten good ones. Administrators are told by email.",
        )}
      />
      <PendingApprovals count={waiting} />
      <Section id="open" title={t("Open now")}>
        <DataTable
          caption={t("Open alerts")}
          columns={ALERT_LIST.columns}
          rows={open}
          rowKey={ALERT_LIST.rowKey}
          empty={t("None. All is well.")}
        />
      </Section>
      <Section id="rules" title={t("Rules")}>
        <DataTable caption={t("Alert rules")} columns={RULE_COLUMNS} rows={rules} rowKey={({ key }) => key} />
      </Section>
      <Section id="history" title={t("All alerts")}>
        <AdminListPage list={ALERT_LIST} {...list} />
      </Section>
    </>
  );
}
