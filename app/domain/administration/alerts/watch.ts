/**
 * When an alert opens and when it is over. It takes two bad minutes to open one and ten good ones
 * in a row to end it, good meaning a tenth better than the threshold, so that a value at the edge makes one alert and not
 * fifty.
 * @internal Exported for tests.
 */
export const OPEN_AFTER = 2;
/** @internal Exported for tests. */
export const CALM_AFTER = 10;
const MARGIN = 0.1;

export type Limit = { threshold: number; trouble: "above" | "below" };

export type Watch = {
  /** Bad and good minutes in a row. */
  breaching: number;
  calm: number;
  /** Whether an alert is open. */
  open: boolean;
};

export function isBreach(value: number, { threshold, trouble }: Limit): boolean {
  return trouble === "above" ? value > threshold : value < threshold;
}

/** Well on the good side: at the threshold itself and a margin beyond it. */
function isCalm(value: number, { threshold, trouble }: Limit): boolean {
  return trouble === "above" ? value <= threshold * (1 - MARGIN) : value >= threshold * (1 + MARGIN);
}

/** One minute more. What could not be measured (null) says nothing either way. */
export function nextWatch(
  watch: Watch,
  value: number | null,
  limit: Limit,
): { watch: Watch; event: "open" | "calm" | null } {
  if (value === null) return { watch, event: null };
  const breaching = isBreach(value, limit) ? watch.breaching + 1 : 0;
  const calm = isCalm(value, limit) ? watch.calm + 1 : 0;
  const next = { ...watch, breaching, calm };
  if (calm >= CALM_AFTER) {
    return { watch: { ...next, open: false }, event: watch.open ? "calm" : null };
  }
  if (breaching >= OPEN_AFTER && !watch.open) return { watch: { ...next, open: true }, event: "open" };
  return { watch: next, event: null };
}

/** The worse of two values. */
export function worse(a: number, b: number, { trouble }: Limit): number {
  return trouble === "above" ? Math.max(a, b) : Math.min(a, b);
}
