/** Those who wait, by the network from which they come; the networks in the order in which they have their turns. */
const waiting = new Map<string, (() => void)[]>();
let isTaken = false;

/**
 * Begins one work in a turn of the event loop, and the others in the next ones, of each network in turn. For forms: those
 * that are refused come to their end without waiting for anything, and sixty of them in one turn hold the thread for a
 * quarter of a second. So who asks for less is let through between them, and who sends one form is not behind the sixty of another.
 */
export async function oneInATurn<T>(network: string, run: () => Promise<T>): Promise<T> {
  if (isTaken) await new Promise<void>((begin) => wait(network, begin));
  else {
    isTaken = true;
    setImmediate(nextTurn);
  }
  return run();
}

function wait(network: string, begin: () => void): void {
  const others = waiting.get(network);
  if (others) others.push(begin);
  else waiting.set(network, [begin]);
}

function nextTurn(): void {
  const [next] = waiting;
  isTaken = next !== undefined;
  if (!next) return;
  setImmediate(nextTurn);
  const [network, [begin, ...others]] = next;
  waiting.delete(network);
  // Behind those of all other networks.
  if (others.length > 0) waiting.set(network, others);
  begin?.();
}
