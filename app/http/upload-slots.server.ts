import { t } from "~/i18n/t";
import { wait } from "~/platform/clock";
import { ConcurrencyLimit, type Release } from "~/platform/concurrency-limit.server";
import { BodyError } from "./body-limits.server";

/** A slot for each large form that is processed, from its last byte until its response. */
const limit = new ConcurrencyLimit<"all">({ concurrent: 2, waiting: 100 });
/** Nobody waits longer: the words come back, and the form can be sent again. */
const LONGEST_WAIT_MS = 60_000;

/** A slot for one large form: `take` waits for it; `over` hands it on, and does nothing where it was not taken. */
export function uploadSlot() {
  let release: Release | undefined;
  return {
    /** @throws BodyError */
    async take(): Promise<void> {
      release = await waitForSlot();
    },
    async over(): Promise<void> {
      await release?.();
    },
  };
}

async function waitForSlot(): Promise<Release> {
  if (!limit.isBusy("all")) return limit.acquire("all");
  const slot = limit.acquire("all");
  const patience = new AbortController();
  const timeout = wait(LONGEST_WAIT_MS, patience.signal).then(() => null);
  const release = await Promise.race([slot, timeout]).catch(() => null);
  patience.abort();
  if (release) return release;
  // Granted too late, it is handed on at once.
  slot.then((late) => late()).catch(() => undefined);
  throw new BodyError(503, t("Many pictures are being sent at this moment. Please try again in a minute."));
}
