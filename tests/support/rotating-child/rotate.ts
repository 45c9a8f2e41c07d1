import { once } from "node:events";
import { connect, disconnect } from "#models/db/connection.server";
import { aroundWrites } from "#tests/support/stop-at-write";
import { rotateKeys } from "../../../scripts/commands/keys";

/** `npm run keys:rotate` in a child process, which starts on a message and reports each write. */
await connect();
process.send?.("ready");
await once(process, "message");
aroundWrites((_name, args, write) => {
  process.send?.("writing");
  return write(args);
});
process.send?.(await rotateKeys());
await disconnect();
process.disconnect();
