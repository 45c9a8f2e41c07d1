import { HashQueue, type HashPriority } from "~/platform/hash-queue";

/** Anyone can return with a code that was made up, and only the provider knows it: these bound what that costs the provider. */
const MAX_CONCURRENT = 8;
const MAX_QUEUED = 64;

let running = 0;
const queue = new HashQueue<(mayRun: boolean) => void>(MAX_QUEUED);

/** Waits for a slot, in the order of sign-ins by password. @returns false where the queue is full and others come first */
export async function acquireTokenSlot(turn: HashPriority): Promise<boolean> {
  if (running >= MAX_CONCURRENT) return new Promise<boolean>((resolve) => queue.add(resolve, turn)?.(false));
  running += 1;
  return true;
}

/** Hands the slot to the next in the queue. */
export function releaseTokenSlot(): void {
  const next = queue.next();
  if (next) next(true);
  else running -= 1;
}
