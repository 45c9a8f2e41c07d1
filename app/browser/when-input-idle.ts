type Place = Pick<Document, "activeElement" | "addEventListener" | "removeEventListener">;

const FIELDS = "input, select, textarea";
/** Delay after the last input. */
const QUIET_MS = 1_000;

/**
 * Acts once after a delay, but not while a field has the focus or has just changed, because hydration must not
 * discard input made before it.
 *
 * @returns a function that cancels
 */
export function whenInputIdle(place: Place, afterMs: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(look, QUIET_MS);
  };
  const stop = () => {
    clearTimeout(timer);
    place.removeEventListener("input", again);
  };
  const look = () => {
    if (place.activeElement?.matches(FIELDS)) return again();
    stop();
    act();
  };
  place.addEventListener("input", again);
  timer = setTimeout(look, afterMs);
  return stop;
}
