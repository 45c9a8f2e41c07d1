import { BodyError } from "~/http/body-limits.server";
import { t } from "~/i18n/t";

/**
 * A file must bring this much in each minute of waiting for it; a telephone in the country sends fifteen times as much.
 * @internal Exported for tests.
 */
export const MIN_UPLOAD = { bytes: 256 * 1024, ms: 60_000 };

const TOO_SLOW = t(
  "The file came too slowly, and others wait to send theirs. Please try again on a faster connection.",
);

type Read = { done: boolean; value?: Uint8Array };

/**
 * Reads a body as long as it arrives fast enough. Only the time in which the server waits for the client counts, so that a
 * busy server refuses nobody.
 */
export function minimumSpeed({ bytes, ms } = MIN_UPLOAD) {
  let [received, waited] = [0, 0];
  const isTooSlow = () => {
    if (waited < ms) return false;
    const few = received < bytes;
    [received, waited] = [0, 0];
    return few;
  };
  /** @throws BodyError where less than the minimum has come */
  return async function next<T extends Read>(read: () => Promise<T>): Promise<T> {
    const reading = read();
    for (;;) {
      const began = performance.now();
      const piece = await within(reading, ms - waited);
      waited += piece ? performance.now() - began : ms - waited;
      received += piece?.value?.byteLength ?? 0;
      if (!piece?.done && isTooSlow()) {
        reading.catch(() => undefined);
        throw new BodyError(503, TOO_SLOW);
      }
      if (piece) return piece;
    }
  };
}

/** Resolves with the result, or with undefined after `ms`. */
async function within<T>(reading: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), ms)));
  try {
    return await Promise.race([reading, over]);
  } finally {
    clearTimeout(timer);
  }
}
