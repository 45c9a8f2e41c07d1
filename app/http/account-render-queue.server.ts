/**
 * How many pages of one account wait for their rendering; a browser that opens all its tabs again asks for no more.
 * @internal Exported for tests.
 */
export const MAX_WAITING = 16;

/** The pages that wait, by the account; an account is in it as long as one of its pages has the slot. */
const queues = new Map<number, (() => void)[]>();

/** Whether one more page of this account would wait longer than it is worth. */
export const isRenderQueueFull = (accountId: number): boolean =>
  (queues.get(accountId)?.length ?? 0) >= MAX_WAITING;

/**
 * Renders one page of an account in a tick of the event loop and its next one in a later tick: rendering holds the thread, and what other
 * people ask for is answered between the long pages of one member.
 */
export async function renderForAccount<T>(accountId: number, render: () => Promise<T>): Promise<T> {
  const queue = queues.get(accountId);
  if (queue) await new Promise<void>((begin) => queue.push(begin));
  else queues.set(accountId, []);
  try {
    return await render();
  } finally {
    setImmediate(() => beginNext(accountId));
  }
}

function beginNext(accountId: number): void {
  const next = queues.get(accountId)?.shift();
  if (next) next();
  else queues.delete(accountId);
}
