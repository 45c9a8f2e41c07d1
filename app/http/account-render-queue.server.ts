import { ConcurrencyLimit } from "~/platform/concurrency-limit.server";

/**
 * How many pages of one account wait for their rendering; a browser that opens all its tabs again asks for no more.
 * @internal Exported for tests.
 */
export const MAX_WAITING = 16;

const limit = new ConcurrencyLimit<number>({ concurrent: 1, waiting: MAX_WAITING });

/**
 * Renders one page of an account in a tick of the event loop and its next one in a later tick: rendering holds the thread, and what other
 * people ask for is answered between the long pages of one member.
 * @throws LimitReachedError when the page would wait longer than it is worth
 */
export async function renderForAccount<T>(accountId: number, render: () => Promise<T>): Promise<T> {
  const release = await limit.acquire(accountId);
  try {
    return await render();
  } finally {
    setImmediate(() => void release());
  }
}
