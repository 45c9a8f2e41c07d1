import { setFlagsFromString } from "node:v8";

const growBy = (factor) => setFlagsFromString(`--semi-space-growth-factor=${factor}`);

/**
 * Holds the room for short-lived objects as small as it is. What a start makes stays, so it gains nothing by more room for
 * what goes again; the pages that people ask for do.
 * V8 forgets this whenever a thread comes up, and the database has one: it is told again each time.
 * @returns {() => void} lets the room grow from now on
 */
export function holdRoom() {
  let isHeld = true;
  const hold = () => isHeld && growBy(1);
  const watch = (worker) => worker.once("online", hold);
  hold();
  process.on("worker", watch);
  return () => {
    isHeld = false;
    process.off("worker", watch);
    growBy(2);
  };
}
