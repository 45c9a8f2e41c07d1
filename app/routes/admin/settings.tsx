import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { AlertState, Facts, FigureGroups, PendingApprovals, Section } from "~/components/admin/facts";
import { MORE_ADMIN_PAGES } from "~/components/layout/admin-pages";
import { Banner } from "~/components/ui/banner";
import { PageHeading } from "~/components/ui/page-heading";
import { countPendingApprovals } from "~/domain/accounts/manual-approval.server";
import { listOpenAlerts } from "~/domain/administration/alerts/alerts.server";
import { lastBackupTime } from "~/domain/administration/backups.server";
import { runningVersion, serverTime } from "~/domain/administration/health/health.server";
import { readOverview } from "~/domain/administration/health/instance-metrics.server";
import { formatTimeSpan } from "~/domain/calendar/durations";
import { utcMinute } from "~/domain/calendar/local-day";
import { clockBehind } from "~/domain/operations/failures.server";
import { adminLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Admin Overview · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async () => {
    const [groups, alerts, backup, waiting] = await Promise.all([
      readOverview(),
      listOpenAlerts(),
      lastBackupTime(),
      countPendingApprovals(),
    ]);
    const behind = clockBehind();
    return {
      waiting,
      clock: behind && {
        says: utcMinute(behind.clock),
        lastRecord: utcMinute(behind.lastRecord),
        isCounted: behind.isCounted,
      },
      groups,
      alerts: alerts.map(({ id, name, state, severity, openedAt }) => ({
        id,
        name,
        state,
        severity,
        openedAt: utcMinute(openedAt),
      })),
      backup:
        backup &&
        t("{backup} UTC, {duration} ago", {
          backup: utcMinute(backup),
          duration: formatTimeSpan(serverTime().getTime() - backup.getTime()),
        }),
      version: runningVersion,
    };
  });

export default function OverviewPage() {
  const { waiting, clock, groups, alerts, backup, version } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeading
        title={t("Admin Overview")}
        intro={t("Counts as of this moment. What people write is encrypted, and no page here shows it.")}
      />
      {clock && <ClockWarning {...clock} />}
      <PendingApprovals count={waiting} />
      {alerts.length > 0 && (
        <Banner
          tone="harm"
          title={
            alerts.length === 1
              ? t("One alert is open")
              : t("{count} alerts are open", { count: alerts.length })
          }
          className="mb-10"
        >
          <ul className="mt-2 grid gap-2">
            {alerts.map(({ id, name, state, severity, openedAt }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Link to={paths.adminAlert(id)}>{name}</Link> <AlertState state={state} severity={severity} />{" "}
                <span className="text-sm text-muted">{t("since {openedAt} UTC", { openedAt })}</span>
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <FigureGroups groups={groups} />
      <div className="mt-12">
        <Section id="installation" title={t("Installation")}>
          <Facts
            facts={[
              { label: t("Version"), value: version },
              { label: t("Last backup"), value: backup ?? t("None known.") },
            ]}
          />
        </Section>
        <Section id="more" title={t("More")}>
          <ul className="grid grid-cols-1 gap-x-8 border-t border-line sm:grid-cols-2">
            {MORE_ADMIN_PAGES.map(({ to, label, about }) => (
              <li key={to} className="border-b border-line py-2.5">
                <Link to={to} className="font-medium">
                  {label}
                </Link>{" "}
                <span className="block text-sm text-muted">{about}</span>
              </li>
            ))}
          </ul>
        </Section>
      </div>
    </>
  );
}

type ClockWarningProps = { says: string; lastRecord: string; isCounted: boolean };

/** The server's clock is behind the last record from before its start. */
function ClockWarning({ says, lastRecord, isCounted }: ClockWarningProps) {
  return (
    <Banner tone="harm" title={t("The server’s clock is behind")} className="mb-10">
      <p>
        {t("It says {says} UTC, but the last record is from {lastRecord} UTC.", { says, lastRecord })}{" "}
        {isCounted
          ? t(
              "Until it is set right, time is counted on from that record. Nothing is deleted and nothing ends because of it.",
            )
          : t(
              "If it is wrong, please set it right: what is written gets the wrong day. Nothing is deleted because of it. If it was ahead before and is right now, there is nothing to do.",
            )}
      </p>
    </Banner>
  );
}
