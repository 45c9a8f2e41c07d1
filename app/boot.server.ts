import { networkInterfaces } from "node:os";
import "#models/all.server";
import { disconnect } from "#models/db/connection.server";
import { removePlaintextCopies, removeReplacedDatabases } from "#models/db/copy-database.server";
import { openDatabase } from "#models/migrations/upgrade.server";
import { newSetupCode } from "~/domain/accounts/registration/setup.server";
import { loadWelcome } from "~/domain/accounts/support/instance.server";
import { flushMetrics } from "~/domain/administration/health/instance-metrics.server";
import { refreshLibrary } from "~/domain/administration/library.server";
import { scanLocalFeasts } from "~/domain/calendar/local-feasts-file.server";
import { setReaderLocaleSource } from "~/domain/calendar/reader.state";
import { recordAccountChanges } from "~/domain/identity/backup-sidecar.server";
import { checkClock } from "~/domain/operations/failures.server";
import {
  currentInstanceSettings,
  reachableUrlNotice,
  refreshInstanceSettings,
  startupNotice,
} from "~/domain/operations/instance-settings.server";
import { startJobRunner, stopJobRunner } from "~/domain/operations/job-runner.server";
import { registerOnVisitTasks, stopOnVisitTasks } from "~/domain/operations/on-visit-tasks.server";
import { startMailRunner, stopMailRunner } from "~/domain/reminders/mail/outbox.server";
import { helpSettings } from "~/domain/safety/help-lines.server";
import { scanPlansFolder } from "~/domain/scripture/reading-plans/plans-folder.server";
import { scanBiblesFolder } from "~/domain/scripture/translations/bibles-folder.server";
import { scanWaysFolder } from "~/domain/ways/available-ways.server";
import { t } from "~/i18n/t";
import { env, isProduction } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { discoverProvider } from "~/platform/oidc/provider.server";
import { abortPasswordJobs, closePasswordPool, rejectQueuedPasswordJobs } from "~/platform/passwords.server";
import { closePicturePool } from "~/platform/pictures.server";
import { lanUrls } from "~/platform/private-host";
import { requestContext } from "~/platform/request-context.server";
import { appVersion } from "~/platform/system-info.server";
import { manageServer } from "~/server/manage-server.server";
import { observeRequests } from "~/server/observe-requests.server";
import { flushBuffers, JOBS } from "./jobs.server";
import { ON_VISIT_TASKS } from "./on-visit-tasks.server";
import * as paths from "./paths";

const shared = globalThis as typeof globalThis & { started?: Promise<void> };

/** After the shutdown signal, queued password jobs are rejected at the first time, running ones aborted at the second. */
const [REJECT_QUEUED_MS, ABORT_RUNNING_MS] = [6_000, 7_000];

/**
 * Starts the process once: request hooks, database with migrations, email and jobs. A reload in development starts nothing.
 */
export function start(): Promise<void> {
  shared.started ??= startOnce();
  return shared.started;
}

async function startOnce(): Promise<void> {
  observeRequests();
  setReaderLocaleSource(() => requestContext.getStore()?.locale);
  // Invalid help numbers must prevent the start rather than fail a member who needs them.
  helpSettings();
  loadWelcome();
  const { migrated, kept } = await openDatabase({
    version: appVersion,
    log: (message) => log.warn("database.trouble", { message }),
  });
  if (migrated.length > 0) log.info("database.lifted", { migrations: migrated.join(", "), kept });
  await checkClock();
  await refreshInstanceSettings();
  for (const line of await startupLines()) process.stdout.write(`${line}\n`);
  await refreshLibrary();
  scanBiblesFolder();
  scanPlansFolder();
  scanLocalFeasts();
  void scanWaysFolder();
  if (env.OIDC_ISSUER) void discoverProvider();
  startMailRunner();
  startJobRunner(JOBS);
  registerOnVisitTasks(ON_VISIT_TASKS);
  // Last: data replaced by a restore or an upgrade is removed only when the server runs with the new database.
  for (const sweep of [recordAccountChanges, removePlaintextCopies, () => removeReplacedDatabases(kept)])
    await sweep().catch((error: unknown) => log.error("start.left_undone", error));
  const others = env.isOriginNamed
    ? []
    : reachableUrlNotice(lanUrls(env.HOST, env.PORT, networkInterfaces()));
  if (isProduction) manageServer(others, shutDown);
  log.info("server.started");
}

const UNKNOWN_ORIGIN = t(
  "LISTEN names a socket, so the address people type is unknown: name it in PUBLIC_ORIGIN. Until then links begin with {origin}.",
  { origin: env.PUBLIC_ORIGIN },
);

/** The lines for the operator before the server is ready. */
async function startupLines(): Promise<string[]> {
  const code = await newSetupCode();
  return [
    ...startupNotice(currentInstanceSettings()),
    ...(env.LISTEN && !env.isOriginNamed ? [UNKNOWN_ORIGIN] : []),
    ...(code
      ? [
          t("Make this house yours: {address}", {
            address: `${env.PUBLIC_ORIGIN}${paths.setup({ code })}`,
          }),
        ]
      : []),
  ];
}

/** Stops everything that needs the database, after the last request. */
async function shutDown(signal: string, serverClosed: Promise<void>): Promise<void> {
  log.info("server.stopping", { signal });
  // Password checks continue while a response can still be sent before connections are cut (server/manage-server.server.ts).
  setTimeout(rejectQueuedPasswordJobs, REJECT_QUEUED_MS).unref();
  setTimeout(abortPasswordJobs, ABORT_RUNNING_MS).unref();
  await serverClosed;
  await stopJobRunner();
  await stopMailRunner();
  await stopOnVisitTasks();
  await flushMetrics();
  await flushBuffers();
  await closePasswordPool();
  await closePicturePool();
  await disconnect();
}
