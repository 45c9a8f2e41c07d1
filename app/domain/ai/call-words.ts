import { callWords } from "~/words/ai/call-words";
import type { AiFeature } from "~/domain/member/consent";

/** More calls of one person within a day and a night are not made; every coach's own limit is within it. */
export const DAILY_CALLS: Record<AiFeature, number> = { insights: 12, coaches: 120 };

const OUTCOMES: Record<string, string> = {
  ok: "answered",
  running: "not finished",
  resting: "not asked: the endpoint has been failing",
  timeout: callWords.noAnswerInTime,
  aborted: callWords.stoppedBeforeTheAnswer,
  rate_limited: callWords.theEndpointWasBusy,
  unavailable: callWords.theEndpointWasAway,
  rejected: callWords.theEndpointRefusedTheRequest,
  too_long: callWords.theAnswerWasTooLong,
  bad_answer: callWords.theAnswerCouldNotBeUsed,
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
  no_consent: callWords.youHaveNotAgreedToIt,
  not_configured: callWords.noneIsSetUp,
  daily_limit: callWords.todaysCallsAreUsedUp,
  nothing_held: callWords.nothingItSaidCouldBeFound,
};

/** Why a model did not write something, to stand after "because". */
export function reasonInWords(code: string): string {
  return WHY[code] ?? (OUTCOMES[code] ? OUTCOMES[code].replace(/^not asked: /, "") : "it failed");
}
