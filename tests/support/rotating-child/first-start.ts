import { once } from "node:events";

/** The first start of a process on a folder: it tells which secrets it has. */
process.send?.("ready");
await once(process, "message");
const { secrets } = await import("~/platform/secrets.server");
process.send?.(JSON.stringify(secrets));
process.disconnect();
