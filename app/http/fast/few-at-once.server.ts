/** While one page waits for the database, the next is rendered; more would only lie in memory, and be collected there. */
const MOST = 3;
/** A page that waits for something else, such as another service, keeps none of those behind it longer than this. */
const HOLDS_MS = 20;

let running = 0;
const waiting: (() => void)[] = [];

/** Whether others wait for what is running. */
export const doOthersWait = (): boolean => waiting.length > 0;

/**
 * Runs few works at the same time, the others in the order in which they came. Of ten pages at once each is as late as when all
 * are begun together, or earlier, and what a page leaves in memory is gone before it has to be moved.
 */
export async function fewAtOnce<T>(run: () => Promise<T>): Promise<T> {
  if (running >= MOST) await new Promise<void>((begin) => waiting.push(begin));
  else running += 1;
  let holds = true;
  const pass = () => {
    if (!holds) return;
    holds = false;
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  const timer = setTimeout(pass, HOLDS_MS);
  try {
    return await run();
  } finally {
    clearTimeout(timer);
    pass();
  }
}
