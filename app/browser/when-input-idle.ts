type DocumentLike = Pick<Document, "activeElement" | "addEventListener" | "removeEventListener">;

const FIELDS = "input, select, textarea";
/** Delay after the last input. */
const QUIET_MS = 1_000;

/**
 * Acts once after a delay, but not while a field has the focus or has just changed, because hydration must not
 * discard input made before it.
 *
 * @returns a function that cancels
 */
export function whenInputIdle(page: DocumentLike, afterMs: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(check, QUIET_MS);
  };
  const stop = () => {
    clearTimeout(timer);
    page.removeEventListener("input", restart);
  };
  const check = () => {
    if (page.activeElement?.matches(FIELDS)) return restart();
    stop();
    act();
  };
  page.addEventListener("input", restart);
  timer = setTimeout(check, afterMs);
  return stop;
}
