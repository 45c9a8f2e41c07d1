import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { ALERT_STATES } from "~/components/admin/alert-words";
import { Section } from "~/components/admin/facts";
import { FilterForm, Pager } from "~/components/admin/filters";
import { WaitingPeople } from "~/components/admin/waiting-people";
import { PageHeading } from "~/components/ui/page-heading";
import { countWaiting } from "~/domain/accounts/security/by-hand.server";
import {
  ALERT_CURSORS,
  listAlerts,
  listRules,
  openAlerts,
  type AlertLine,
} from "~/domain/administration/alerts/alerts.server";
import { ALERT_RULES, inUnit, isRuleKey, limitInWords } from "~/domain/administration/alerts/rules-data";
import { queryString } from "~/domain/administration/users/query";
import { utcMinute } from "~/domain/calendar/utc";
import { adminLoader } from "~/http/loaders.server";
import { t } from "~/i18n/t";
import { AlertTable, RuleTable } from "./parts";

export const meta: MetaFunction = () => [{ title: t("Alert Management · Still and Know") }];

const shown = (alert: AlertLine) => ({
  id: alert.id,
  name: alert.name,
  state: alert.state,
  severity: alert.severity,
  worst: inUnit(alert.worst, alert.unit),
  openedAt: utcMinute(alert.openedAt),
  resolvedAt: alert.resolvedAt && utcMinute(alert.resolvedAt),
});

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ url }) => {
    const query = url.searchParams;
    const rule = query.get("rule") ?? undefined;
    const filters = {
      state: ALERT_STATES.find(([state]) => state === query.get("state"))?.[0],
      rule: isRuleKey(rule) ? rule : undefined,
    };
    const cursor = ALERT_CURSORS.read(query.get("page"));
    const conditions = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
    const [open, { alerts, next }, rules, waiting] = await Promise.all([
      openAlerts(),
      listAlerts(conditions, cursor),
      listRules(),
      countWaiting(),
    ]);
    return {
      waiting,
      filters,
      filtered: queryString(filters) !== "",
      open: open.map(shown),
      alerts: alerts.map(shown),
      rules: rules
        .filter(({ isIdle }) => !isIdle)
        .map((one) => ({
          key: one.key,
          name: one.name,
          measures: one.measures,
          limit: limitInWords(one.trouble, one.threshold, one.unit),
          value: one.value === null ? null : inUnit(one.value, one.unit),
          checkedAt: one.checkedAt && utcMinute(one.checkedAt),
          mail: one.mail,
        })),
      names: ALERT_RULES.map(({ key, name }) => [key, name] as const),
      first: cursor ? addresses.adminAlerts(filters) : null,
      next: next && addresses.adminAlerts({ ...filters, page: ALERT_CURSORS.write(next) }),
    };
  });

export default function AlertsPage() {
  const { waiting, filters, filtered, open, alerts, rules, names, first, next } =
    useLoaderData<typeof loader>();
  return (
    <>
      <PageHeading
        title={t("Alert Management")}
        intro={t(
          "The server checks these rules every minute. Two bad minutes open an alert, ten good ones close it; administrators are told by email.",
        )}
      />
      <WaitingPeople count={waiting} />
      <Section id="open" title={t("Open now")}>
        <AlertTable alerts={open} caption={t("Open alerts")} empty={t("None. All is well.")} />
      </Section>
      <Section id="rules" title={t("Rules")}>
        <RuleTable rules={rules} />
      </Section>
      <Section id="history" title={t("All alerts")}>
        <FilterForm
          action={addresses.adminAlerts()}
          label={t("Find alerts")}
          chosen={filters}
          filters={[
            { name: "state", label: t("State"), choices: ALERT_STATES },
            { name: "rule", label: t("Rule"), choices: names, className: "lg:col-span-2" },
          ]}
        />
        <AlertTable
          alerts={alerts}
          caption={t("All alerts")}
          empty={filtered ? t("No alert matches this.") : t("None yet.")}
        />
        <Pager label={t("Alert pages")} first={first} next={next} />
      </Section>
    </>
  );
}
