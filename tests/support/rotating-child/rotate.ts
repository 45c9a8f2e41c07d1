import { once } from "node:events";
import { connect, disconnect } from "#models/db/connection.server";
import { aroundWrites } from "#tests/support/stop-at-write";
import { rotateKeys } from "../../../scripts/commands/keys";

/** `npm run keys:rotate` in a process of its own, which begins when it is told to and tells of each of its writes. */
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
