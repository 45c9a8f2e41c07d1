import "#models/all.server";
import { randomBytes } from "node:crypto";
import { connect, disconnect, liveDatabase } from "#models/db/connection.server";
import {
  CopyRefusedError,
  removePlaintextCopies,
  requireCompleteCopy,
} from "#models/db/copy-database.server";
import { openDatabase, UpgradeError } from "#models/migrations/upgrade.server";
import { createDemoAccount, DEMO_ACCOUNT } from "~/domain/administration/demo/create-demo-account.server";
import { verifyAuditLog } from "~/domain/operations/audit-log.server";
import { checkClock } from "~/domain/operations/failures.server";
import { refreshInstanceSettings } from "~/domain/operations/instance-settings.server";
import { env } from "~/platform/env.server";
import { closePasswordPool } from "~/platform/passwords.server";
import { closePicturePool } from "~/platform/pictures.server";
import { appVersion } from "~/platform/system-info.server";
import { admin } from "./admin";
import { backup, isReverseMove, moveDatabase, restore } from "./backup";
import { CommandError } from "./command-line";
import { rotateKeys, showKeys } from "./keys";

/** `npm run audit:verify`: verifies the hash chain of the audit log. */
async function auditVerify(): Promise<string> {
  const { lines, brokenAt } = await verifyAuditLog();
  if (brokenAt !== null)
    throw new CommandError(`The audit log is broken: line ${brokenAt} is altered, missing or out of place.`);
  return `The audit log is whole: ${lines} lines.`;
}

/** `npm run seed:demo`: creates a demonstration account with sixty days of invented entries. */
async function seedDemo(): Promise<string> {
  const password = `Demo-${randomBytes(9).toString("base64url")}7`;
  const made = await createDemoAccount(password);
  await closePicturePool();
  if (!made)
    throw new CommandError(`There is an account ${DEMO_ACCOUNT.email} or ${DEMO_ACCOUNT.username} already.`);
  return `${made.entries} invented entries are in the account ${DEMO_ACCOUNT.email}, number ${made.id}. Its password: ${password}`;
}

/** Commands of `npm run …` on the database. All but those that replace it also work while the server runs. */
const COMMANDS: Record<string, (args: string[]) => Promise<string>> = {
  admin,
  backup,
  restore,
  "db:move": moveDatabase,
  "audit:verify": auditVerify,
  "keys:rotate": rotateKeys,
  "keys:show": showKeys,
  "seed:demo": seedDemo,
};

/** Whether a command replaces the whole database, indexes included. */
const replacesDatabase = (name: string, args: string[]) =>
  name === "restore" || (name === "db:move" && isReverseMove(args));

/** Opens the database, unless the command replaces the embedded one, which no process may have open. */
async function open(name: string, args: string[]): Promise<void> {
  if (replacesDatabase(name, args) && !env.MONGODB_URI) return;
  // `db:move` copies records without migrating them.
  if (name !== "db:move" && !replacesDatabase(name, args)) {
    await openDatabase({ version: appVersion, log: console.error });
    await checkClock();
    return refreshInstanceSettings();
  }
  await connect(console.error);
  if (!replacesDatabase(name, args)) await requireCompleteCopy(liveDatabase());
}

async function main(): Promise<number> {
  const [name = "", ...args] = process.argv.slice(2);
  const command = COMMANDS[name];
  if (!command) {
    console.error(`Unknown command. There are: ${Object.keys(COMMANDS).join(", ")}.`);
    return 64;
  }
  try {
    await removePlaintextCopies();
    await open(name, args);
    console.log(await command(args));
    return 0;
  } catch (error) {
    if (error instanceof UpgradeError) {
      console.error(`Not done: ${error.message}`);
      return error.exitCode;
    }
    if (!(error instanceof CommandError || error instanceof CopyRefusedError)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    await disconnect();
    await closePasswordPool();
  }
}

process.exitCode = await main();
