import { networkInterfaces } from "node:os";
import "#models/all.server";
import { disconnect } from "#models/db/connection.server";
import { removeReplacedDatabases, sweepUnencrypted } from "#models/db/unencrypted.server";
import { openDatabase } from "#models/migrations/upgrade.server";
import * as addresses from "~/addresses";
import { newSetupCode } from "~/domain/accounts/registration/set-up.server";
import { flushMetrics } from "~/domain/administration/health/metric-minutes.server";
import { refreshLibrary } from "~/domain/administration/library/library.server";
import { readLocaleFrom } from "~/domain/calendar/reader.state";
import { houseChoices } from "~/domain/house/house-now.server";
import { refreshHouse } from "~/domain/house/house.server";
import { reachedAt, saidAtStart } from "~/domain/house/said-at-start";
import { noteAccounts } from "~/domain/identity/account-notes/write-notes.server";
import { startMailRunner, stopMailRunner } from "~/domain/mail/runner.server";
import { checkClock } from "~/domain/operations/clock-check.server";
import { startJobRunner, stopJobRunner } from "~/domain/operations/job-runner.server";
import { registerOnVisitTasks, stopOnVisitTasks } from "~/domain/operations/on-visit-tasks.server";
import { helpSettings } from "~/domain/safety/help-lines.server";
import { lookThroughPlans } from "~/domain/scripture/reading-plans/plans-folder.server";
import { lookThroughBibles } from "~/domain/scripture/translations/bibles-folder.server";
import { readWelcome } from "~/domain/support/welcome.server";
import { lookThroughWays } from "~/domain/ways/ways-folder.server";
import { t } from "~/i18n/t";
import { env, isProduction } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { askProvider } from "~/platform/oidc/provider.server";
import { addressesForOthers } from "~/platform/own-addresses";
import { closePasswordPool, giveUpPasswords, refuseWaitingPasswords } from "~/platform/passwords.server";
import { closePicturePool } from "~/platform/pictures.server";
import { appVersion } from "~/platform/process-facts.server";
import { requestContext } from "~/platform/request-context.server";
import { flushBuffers, JOBS } from "./jobs.server";
import { ON_VISIT_TASKS } from "./on-visit-tasks.server";
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
  readLocaleFrom(() => requestContext.getStore()?.locale);
  // Help numbers that cannot be read must stop the start, not fail someone who needs them.
  helpSettings();
  readWelcome();
  const { lifted, kept } = await openDatabase({
    version: appVersion,
    log: (message) => log.warn("database.trouble", { message }),
  });
  if (lifted.length > 0) log.info("database.lifted", { migrations: lifted.join(", "), kept });
  await checkClock();
  await refreshHouse();
  for (const line of await linesForOperator()) process.stdout.write(`${line}\n`);
  await refreshLibrary();
  lookThroughBibles();
  lookThroughPlans();
  void lookThroughWays();
  if (env.OIDC_ISSUER) void askProvider();
  startMailRunner();
  startJobRunner(JOBS);
  registerOnVisitTasks(ON_VISIT_TASKS);
  // Last: what a restore or an upgrade has replaced is kept until a server is up with the new database.
  for (const sweep of [noteAccounts, sweepUnencrypted, () => removeReplacedDatabases(kept)])
    await sweep().catch((error: unknown) => log.error("start.left_undone", error));
  const others = env.isOriginNamed
    ? []
    : reachedAt(addressesForOthers(env.HOST, env.PORT, networkInterfaces()));
  if (isProduction) manageServer(others, shutDown);
  log.info("server.started");
}

/** What the terminal shows before the server says that it is ready. */
async function linesForOperator(): Promise<string[]> {
  const code = await newSetupCode();
  return [
    ...saidAtStart(houseChoices()),
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
  // Queued password checks go on while a response can still be sent before connections are cut (server/close-server.server.ts).
  setTimeout(refuseWaitingPasswords, PATIENCE_MS).unref();
  setTimeout(giveUpPasswords, LAST_CALL_MS).unref();
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
