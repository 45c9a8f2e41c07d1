import type { AiFeature } from "~/domain/member/preferences";
import { t } from "~/i18n/t";

type ConsentRequest = { title: string; lines: string[]; agree: string };

/** The request for consent to a feature. Pages show it next to the exact text that would be sent. */
export function consentText(feature: AiFeature, host: string): ConsentRequest {
  const commonLines = [
    t(
      "{host} is the endpoint chosen by the operator of this server. We cannot see what it does with a text after it has answered; its own terms apply there.",
      { host },
    ),
    t(
      "Nothing is sent but what you wrote: not your name, not your email address. Entries you exclude from insights never leave.",
    ),
    t("Pictures are never sent, nor what you say is on them."),
    t("You can withdraw this at any time; from then on nothing more is sent."),
  ];
  if (feature === "insights")
    return {
      title: t("Let a language model write your weekly insight?"),
      lines: [
        t(
          "Once a week, the entries of that week are sent to {host}, which suggests threads, a question, a passage and a prayer. Anything it says without quoting your own words is left out.",
          { host },
        ),
        ...commonLines,
        t("Without it, simple rules on this server make your insight, and nothing is sent anywhere."),
      ],
      agree: t("Agree to send each week’s entries to {host}", { host }),
    };
  return {
    title: t("Let a language model answer in coaching?"),
    lines: [
      t(
        "What you write to a coach, and the entries you choose for it, are sent to {host} with that coach’s instructions.",
        { host },
      ),
      ...commonLines,
      t("Without it, fixed questions on this server lead you, and nothing is sent anywhere."),
    ],
    agree: t("Agree to send what I write to a coach to {host}", { host }),
  };
}

/** Maximum calls per member in any 24 hours; the daily message limits of the coaches are below it. */
export const MAX_DAILY_CALLS: Record<AiFeature, number> = { insights: 12, coaches: 120 };

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

/** Reasons why a model that was called gave no usable text. */
export const MODEL_FAILURES = [
  "resting",
  "timeout",
  "rate_limited",
  "unavailable",
  "rejected",
  "too_long",
  "bad_answer",
  "nothing_held",
] as const;

export const describeOutcome = (outcome: string): string => OUTCOMES[outcome] ?? "failed";

const REASONS: Record<string, string> = {
  no_consent: t("you have not agreed to it"),
  not_configured: t("none is set up on this server"),
  daily_limit: t("today’s requests are used up"),
  nothing_held: t("nothing it said could be traced to your own words"),
};

/** Explains why no model wrote a text; follows "because". */
export function describeReason(code: string): string {
  return REASONS[code] ?? (OUTCOMES[code] ? OUTCOMES[code].replace(/^not asked: /, "") : "it failed");
}
