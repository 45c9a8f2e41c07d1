import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { AlertState } from "~/components/admin/alert-words";
import { Facts, Section } from "~/components/admin/facts";
import { FigureGroups } from "~/components/admin/figure-groups";
import { MORE_ADMIN_PAGES } from "~/components/layout/admin-pages";
import { Banner } from "~/components/ui/banner";
import { PageHeading } from "~/components/ui/page-heading";
import { standingAlerts } from "~/domain/administration/alerts.server";
import { lastBackup } from "~/domain/administration/backups.server";
import { runningVersion, serverNow } from "~/domain/administration/health.server";
import { duration, utcMinute } from "~/domain/administration/moments";
import { overview } from "~/domain/operations/overview.server";
import { adminLoader } from "~/http/loaders.server";

export const meta: MetaFunction = () => [{ title: "Admin Overview · Still and Know" }];

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async () => {
    const [groups, alerts, backup] = await Promise.all([overview(), standingAlerts(), lastBackup()]);
    return {
      groups,
      alerts: alerts.map(({ id, name, state, severity, openedAt }) => ({
        id,
        name,
        state,
        severity,
        openedAt: utcMinute(openedAt),
      })),
      backup: backup && `${utcMinute(backup)} UTC, ${duration(serverNow().getTime() - backup.getTime())} ago`,
      version: runningVersion,
    };
  });

export default function OverviewPage() {
  const { groups, alerts, backup, version } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeading
        title="Admin Overview"
        intro="Counts as they are at this moment. What people write is encrypted, and no page here shows it."
      />
      {alerts.length > 0 && (
        <Banner
          tone="harm"
          title={alerts.length === 1 ? "One alert is open" : `${alerts.length} alerts are open`}
          className="mb-10"
        >
          <ul className="mt-2 grid gap-2">
            {alerts.map(({ id, name, state, severity, openedAt }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Link to={`/admin/alerts/${id}`}>{name}</Link>
                <AlertState state={state} severity={severity} />
                <span className="text-sm text-muted">since {openedAt} UTC</span>
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <FigureGroups groups={groups} />
      <div className="mt-12">
        <Section id="installation" title="Installation">
          <Facts
            facts={[
              { label: "Version", value: version },
              { label: "Last backup", value: backup ?? "None is known." },
            ]}
          />
        </Section>
        <Section id="more" title="More">
          <ul className="grid grid-cols-1 gap-x-8 border-t border-line sm:grid-cols-2">
            {MORE_ADMIN_PAGES.map(({ to, label, about }) => (
              <li key={to} className="border-b border-line py-2.5">
                <Link to={to} className="font-medium">
                  {label}
                </Link>
                <span className="block text-sm text-muted">{about}</span>
              </li>
            ))}
          </ul>
        </Section>
      </div>
    </>
  );
}
