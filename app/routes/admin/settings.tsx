import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { MORE_ADMIN_PAGES } from "~/components/admin/admin-shell";
import { AlertState, FigureGroups, PageList, Section } from "~/components/admin/facts";
import { Badge } from "~/components/ui/badge";
import { Banner } from "~/components/ui/banner";
import { PageHeading } from "~/components/ui/page-heading";
import { countPendingApprovals } from "~/domain/accounts/manual-approval.server";
import { currentInstance } from "~/domain/accounts/support/instance.server";
import { listOpenAlerts } from "~/domain/administration/alerts/alerts.server";
import { lastBackupTime } from "~/domain/administration/backups.server";
import { runningVersion, serverTime } from "~/domain/administration/health/health.server";
import { readOverview } from "~/domain/administration/health/instance-metrics.server";
import { formatTimeSpan } from "~/domain/calendar/durations";
import { utcMinute } from "~/domain/calendar/local-day";
import { clockBehind } from "~/domain/operations/failures.server";
import { adminLoader } from "~/http/guards.server";
import { t, tn } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Admin Overview · Still and Know") }];

const REGISTRATION_STATES = {
  open: t("Anyone can register"),
  invite: t("Registration is by invitation"),
  closed: t("Registration is closed"),
} as const;

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async () => {
    const [groups, alerts, backup, waiting] = await Promise.all([
      readOverview(),
      listOpenAlerts(),
      lastBackupTime(),
      countPendingApprovals(),
    ]);
    const behind = clockBehind();
    const { name, registration } = currentInstance();
    return {
      waiting,
      site: [name, REGISTRATION_STATES[registration]].filter(Boolean).join(" · "),
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
        t("{duration} ago, {backup} UTC", {
          backup: utcMinute(backup),
          duration: formatTimeSpan(serverTime().getTime() - backup.getTime()),
        }),
      version: runningVersion,
    };
  });

export default function OverviewPage() {
  const { waiting, site, clock, groups, alerts, backup, version } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeading title={t("Admin Overview")} />
      {clock && <ClockWarning {...clock} />}
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
      <div className="mb-12">
        <PageList
          pages={[
            {
              to: paths.adminUsers({ verified: "no", status: "active" }),
              label: t("Waiting for approval"),
              about:
                waiting > 0 ? (
                  <Badge tone="accent">
                    {tn(
                      "One person is waiting for approval",
                      "{count} people are waiting for approval",
                      waiting,
                    )}
                  </Badge>
                ) : (
                  t("No one is waiting")
                ),
            },
            {
              to: paths.adminInvitations(),
              label: t("Invitations"),
              about: t("Invite people by email or with a sheet to print"),
            },
            { to: paths.adminHouse(), label: t("This site"), about: site },
            {
              to: `${paths.adminDatabase()}#backups`,
              label: t("Last backup"),
              about: backup ?? t("None yet"),
            },
          ]}
        />
      </div>
      <FigureGroups
        groups={groups}
        zerosTitle={alerts.length === 0 ? t("All is well") : t("Everything else")}
      />
      <div className="mt-12">
        <Section id="more" title={t("More")}>
          <PageList pages={MORE_ADMIN_PAGES} />
        </Section>
      </div>
      <p className="mt-8 text-sm text-muted">
        {t("Version {version}. What people write is encrypted, and no page here shows it.", { version })}
      </p>
    </>
  );
}

type ClockWarningProps = { says: string; lastRecord: string; isCounted: boolean };

/** Warns that the server's clock is behind the time of the last record before this start. */
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
