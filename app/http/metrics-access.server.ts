import { timingSafeEqual } from "node:crypto";
import { env } from "~/platform/env.server";
import { hashToken } from "~/platform/signing.server";

/** Whether a client may read the metrics: one with the operator's bearer token. Without a token in the settings there are none. */
export function mayReadMetrics(request: Request, token = env.METRICS_TOKEN): boolean {
  const [, given] = /^Bearer (\S+)$/.exec(request.headers.get("Authorization") ?? "") ?? [];
  if (!given || !token) return false;
  return timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(token)));
}
