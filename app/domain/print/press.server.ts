/** Each file has a thread and a hundred megabytes: a third is told to wait. */
const MOST_AT_ONCE = 2;
let running = 0;

/** Takes one of the places at the press, until what is given back is called; null where both are taken. */
export function takePress(): (() => void) | null {
  if (running >= MOST_AT_ONCE) return null;
  running++;
  let isFree = false;
  return () => {
    if (!isFree) running--;
    isFree = true;
  };
}
