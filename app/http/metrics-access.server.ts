import { timingSafeEqual } from "node:crypto";
import { env } from "~/platform/env.server";
import { hashToken } from "~/platform/signing.server";
import { LOCAL_CLIENT_HEADER } from "./client-address.server";

/** Whether a client may read the metrics: one on this machine itself, or one with the operator's bearer token. */
export function mayReadMetrics(request: Request): boolean {
  if (request.headers.get(LOCAL_CLIENT_HEADER) === "yes") return true;
  const [, given] = /^Bearer (\S+)$/.exec(request.headers.get("Authorization") ?? "") ?? [];
  if (!given || !env.METRICS_TOKEN) return false;
  return timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(env.METRICS_TOKEN)));
}
