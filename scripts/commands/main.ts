import "#models/all.server";
import { connect, disconnect } from "#models/db/connection.server";
import { createNewIndexes } from "#models/db/define-model.server";
import { closePasswordPool } from "~/platform/passwords.server";
import { admin } from "./admin";
import { auditVerify } from "./audit";
import { backup, move, restore } from "./backup";
import { benchAdmin } from "./bench-admin";
import { benchExport } from "./bench-export";
import { benchInsights } from "./bench-insights";
import { benchJournal } from "./bench-journal";
import { benchReminders } from "./bench-reminders";
import { CommandError } from "./command-error";
import { seedDemo } from "./demo";
import { rotateKeys } from "./keys";

/** The commands of `npm run …` that work on the database: on a running server's as well as on a stopped one's. */
const COMMANDS: Record<string, (args: string[]) => Promise<string>> = {
  admin,
  backup,
  restore,
  "db:move": move,
  "audit:verify": auditVerify,
  "keys:rotate": rotateKeys,
  "seed:demo": seedDemo,
  "bench:insights": benchInsights,
  "bench:export": benchExport,
  "bench:journal": benchJournal,
  "bench:reminders": benchReminders,
  "bench:admin": benchAdmin,
};

/** These begin with an empty database; indexes come with the data. */
const WITHOUT_INDEXES = new Set(["restore", "db:move"]);

async function main(): Promise<number> {
  const [name = "", ...args] = process.argv.slice(2);
  const command = COMMANDS[name];
  if (!command) {
    console.error(`Unknown command. There are: ${Object.keys(COMMANDS).join(", ")}.`);
    return 64;
  }
  try {
    await connect(console.error);
    if (!WITHOUT_INDEXES.has(name)) await createNewIndexes();
    console.log(await command(args));
    return 0;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    await disconnect();
    await closePasswordPool();
  }
}

process.exitCode = await main();
