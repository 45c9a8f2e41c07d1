import { BodyError } from "~/http/body-limits.server";
import { t } from "~/i18n/t";
import { wait } from "~/platform/clock";
import { ConcurrencyLimit, type Release } from "~/platform/concurrency-limit.server";

/** One permit for each large form that is processed, from its last byte until its response. */
const permits = new ConcurrencyLimit<"all">({ concurrent: 2, waiting: 100 });
const PERMIT_TIMEOUT_MS = 60_000;

/** @throws BodyError when no permit is free in time */
export async function acquireUploadPermit(): Promise<Release> {
  if (!permits.isBusy("all")) return permits.acquire("all");
  const permit = permits.acquire("all");
  const waiting = new AbortController();
  const timeout = wait(PERMIT_TIMEOUT_MS, waiting.signal).then(() => null);
  const release = await Promise.race([permit, timeout]).catch(() => null);
  waiting.abort();
  if (release) return release;
  // A permit that is granted after the timeout is released at once.
  permit.then((late) => late()).catch(() => undefined);
  throw new BodyError(503, t("Many pictures are being sent at this moment. Please try again in a minute."));
}
