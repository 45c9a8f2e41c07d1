import { networkInterfaces } from "node:os";
import "#models/all.server";
import { disconnect } from "#models/db/connection.server";
import { removePlaintextCopies, removeReplacedDatabases } from "#models/db/copy-database.server";
import { openDatabase } from "#models/migrations/upgrade.server";
import { setReaderLocaleSource } from "~/domain/calendar/reader.state";
import { startJobRunner, stopJobRunner } from "~/domain/operations/job-runner.server";
import { registerOnVisitTasks, stopOnVisitTasks } from "~/domain/operations/on-visit-tasks.server";
import { helpSettings } from "~/domain/safety/help-lines.server";
import { scanPlansFolder } from "~/domain/scripture/reading-plans/plans-folder.server";
import { scanBiblesFolder } from "~/domain/scripture/translations/bibles-folder.server";
import { scanWaysFolder } from "~/domain/ways/ways-folder.server";
import { t } from "~/i18n/t";
import { env, isProduction } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { discoverProvider } from "~/platform/oidc/provider.server";
import { abortPasswordJobs, closePasswordPool, rejectQueuedPasswordJobs } from "~/platform/passwords.server";
import { closePicturePool } from "~/platform/pictures.server";
import { requestContext } from "~/platform/request-context.server";
import { newSetupCode } from "./domain/accounts/registration/setup.server";
import { loadWelcome } from "./domain/accounts/support/instance.server";
import { flushMetrics } from "./domain/administration/health/instance-metrics.server";
import { refreshLibrary } from "./domain/administration/library.server";
import { recordAccountChanges } from "./domain/identity/backup-sidecar.server";
import { checkClock } from "./domain/operations/failures.server";
import {
  currentInstanceSettings,
  reachableUrlNotice,
  refreshInstanceSettings,
  startupNotice,
} from "./domain/operations/instance-settings.server";
import { startMailRunner, stopMailRunner } from "./domain/reminders/mail/outbox.server";
import { flushBuffers, JOBS } from "./jobs.server";
import { ON_VISIT_TASKS } from "./on-visit-tasks.server";
import * as addresses from "./paths";
import { lanUrls } from "./platform/private-host";
import { appVersion } from "./platform/system-info.server";
import { manageServer } from "./server/manage-server.server";
import { observeRequests } from "./server/observe-requests.server";

const shared = globalThis as typeof globalThis & { started?: Promise<void> };

/** How long after the signal to end sign-ins may still wait for a thread. */
const PATIENCE_MS = 6_000;
/** A hash may take longer than what is left; its visitor is told to come again while there is time to say so. */
const LAST_CALL_MS = 7_000;

/** Brings the process up once: request hooks, database with what it lacks, mail and jobs. A reload in development is no new start. */
export function start(): Promise<void> {
  shared.started ??= bringUp();
  return shared.started;
}

async function bringUp(): Promise<void> {
  observeRequests();
  setReaderLocaleSource(() => requestContext.getStore()?.locale);
  // Help numbers that cannot be read must stop the start, not fail someone who needs them.
  helpSettings();
  loadWelcome();
  const { lifted, kept } = await openDatabase({
    version: appVersion,
    log: (message) => log.warn("database.trouble", { message }),
  });
  if (lifted.length > 0) log.info("database.lifted", { migrations: lifted.join(", "), kept });
  await checkClock();
  await refreshInstanceSettings();
  for (const line of await linesForOperator()) process.stdout.write(`${line}\n`);
  await refreshLibrary();
  scanBiblesFolder();
  scanPlansFolder();
  void scanWaysFolder();
  if (env.OIDC_ISSUER) void discoverProvider();
  startMailRunner();
  startJobRunner(JOBS);
  registerOnVisitTasks(ON_VISIT_TASKS);
  // Last: what a restore or an upgrade has replaced is kept until a server is up with the new database.
  for (const sweep of [recordAccountChanges, removePlaintextCopies, () => removeReplacedDatabases(kept)])
    await sweep().catch((error: unknown) => log.error("start.left_undone", error));
  const others = env.isOriginNamed
    ? []
    : reachableUrlNotice(lanUrls(env.HOST, env.PORT, networkInterfaces()));
  if (isProduction) manageServer(others, shutDown);
  log.info("server.started");
}

/** What the terminal shows before the server says that it is ready. */
async function linesForOperator(): Promise<string[]> {
  const code = await newSetupCode();
  return [
    ...startupNotice(currentInstanceSettings()),
    ...(code
      ? [
          t("Make this house yours: {address}", {
            address: `${env.PUBLIC_ORIGIN}${addresses.setup({ code })}`,
          }),
        ]
      : []),
  ];
}

/** Ends everything that needs the database, when the server is closed. */
async function shutDown(signal: string, serverClosed: Promise<void>): Promise<void> {
  log.info("server.stopping", { signal });
  // Queued password checks go on while a response can still be sent before connections are cut (server/manage-server.server.ts).
  setTimeout(rejectQueuedPasswordJobs, PATIENCE_MS).unref();
  setTimeout(abortPasswordJobs, LAST_CALL_MS).unref();
  // Requests in progress still need the database.
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
