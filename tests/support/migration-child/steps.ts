import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, disconnect } from "#models/db/connection.server";
import { migrate } from "#models/migrations/migrations.server";
import { openDatabase } from "#models/migrations/upgrade.server";
import { aroundWrites } from "#tests/support/stop-at-write";
import "#models/all.server";

// Pauses before each write until the parent process sends a message.
const holdStill = () =>
  aroundWrites(async (name, args, write) => {
    process.send?.(name);
    await once(process, "message");
    return write(args);
  });

const [way] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
if (way === "freely") await openDatabase({ version });
else if (way === "opening") {
  holdStill();
  await openDatabase({ version });
} else {
  await connect();
  holdStill();
  await migrate();
}
await disconnect();
