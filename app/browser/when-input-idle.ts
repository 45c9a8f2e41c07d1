/** What of a document is looked at: who has the focus, and whether something is typed or chosen. */
type Place = Pick<Document, "activeElement" | "addEventListener" | "removeEventListener">;

const FIELDS = "input, select, textarea";
/** How long it must have been quiet where someone was writing. */
const QUIET_MS = 1_000;

/**
 * Acts once after a while, but not while someone is in a field or has just chosen something: before script ran they may have
 * begun, and a page that comes to life does not take it out of their hands. Answers how to give it up.
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
