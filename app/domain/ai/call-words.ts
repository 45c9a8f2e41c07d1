import type { AiFeature } from "~/domain/member/consent";
import { t } from "~/i18n/t";

/** More calls of one person within a day and a night are not made; every coach's own limit is within it. */
export const DAILY_CALLS: Record<AiFeature, number> = { insights: 12, coaches: 120 };

const OUTCOMES: Record<string, string> = {
  ok: "answered",
  running: "not finished",
  resting: "not asked: the endpoint has been failing",
  timeout: t("no answer in time"),
  aborted: t("stopped before the answer"),
  rate_limited: t("the endpoint was busy"),
  unavailable: t("the endpoint could not be reached"),
  rejected: t("the endpoint refused the request"),
  too_long: t("the answer was too long"),
  bad_answer: t("the answer could not be used"),
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
  no_consent: t("you have not agreed to it"),
  not_configured: t("none is set up on this server"),
  daily_limit: t("today’s requests are used up"),
  nothing_held: t("nothing it said could be traced to your own words"),
};

/** Why a model did not write something, to follow "because". */
export function reasonInWords(code: string): string {
  return WHY[code] ?? (OUTCOMES[code] ? OUTCOMES[code].replace(/^not asked: /, "") : "it failed");
}
