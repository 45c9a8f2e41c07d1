import { once } from "node:events";
import { connect, disconnect } from "#models/db/connection.server";
import { migrate } from "#models/migrations/migrate.server";
import { aroundWrites } from "#tests/support/stop-at-write";

// Holds still before each write, until the one that has started it says to go on.
await connect();
aroundWrites(async (name, args, write) => {
  process.send?.(name);
  await once(process, "message");
  return write(args);
});
await migrate();
await disconnect();
