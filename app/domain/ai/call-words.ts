import type { AiFeature } from "./consent-texts";

/** More calls of one person within a day and a night are not made; every coach's own limit is within it. */
export const DAILY_CALLS: Record<AiFeature, number> = { insights: 12, coaches: 120 };

const OUTCOMES: Record<string, string> = {
  ok: "answered",
  running: "not finished",
  resting: "not asked: the endpoint has been failing",
  timeout: "no answer in time",
  aborted: "stopped before the answer",
  rate_limited: "the endpoint was busy",
  unavailable: "the endpoint was away",
  rejected: "the endpoint refused the request",
  too_long: "the answer was too long",
  bad_answer: "the answer could not be used",
};

/** Why a model that was asked wrote nothing that could be used. */
export const MODEL_FAILED = [
  "resting",
  "timeout",
  "rate_limited",
  "unavailable",
  "rejected",
  "too_long",
  "bad_answer",
  "nothing_held",
] as const;

/** How a call ended, in words. */
export const outcomeInWords = (outcome: string): string => OUTCOMES[outcome] ?? "failed";

const WHY: Record<string, string> = {
  no_consent: "you have not agreed to it",
  not_configured: "none is set up on this server",
  daily_limit: "today’s calls are used up",
  nothing_held: "nothing it said could be found in your own words",
};

/** Why a model did not write something, to stand after "because". */
export function reasonInWords(code: string): string {
  return WHY[code] ?? (OUTCOMES[code] ? OUTCOMES[code].replace(/^not asked: /, "") : "it failed");
}
