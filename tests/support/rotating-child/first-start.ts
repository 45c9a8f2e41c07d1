import { once } from "node:events";

/** The first start on a folder; reports the secrets it has. */
process.send?.("ready");
await once(process, "message");
const { secrets } = await import("~/platform/secrets.server");
process.send?.(JSON.stringify(secrets));
process.disconnect();
