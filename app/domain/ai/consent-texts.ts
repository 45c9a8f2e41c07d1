/** What may be asked of a language model, each with a consent of its own (product 1, 2.1; contract section 8, "Names"). */
export const AI_FEATURES = ["insights", "coaches"] as const;
export type AiFeature = (typeof AI_FEATURES)[number];

/** A person's word on what may leave this server; `version` says for which text and which endpoint it was given. */
export type AiConsent = Record<AiFeature, boolean> & { at: Date | null; version: string };
export const NO_CONSENT: AiConsent = { insights: false, coaches: false, at: null, version: "" };

/** Rises when the texts below ask for more than they did; everybody is asked anew then. */
const TEXT_VERSION = 1;

/** The version that counts now. Another endpoint is another question. */
export const consentVersion = (host: string): string => `${TEXT_VERSION} ${host}`;

/** Whether a consent covers a feature at this endpoint. */
export function covers(consent: AiConsent, feature: AiFeature, host: string): boolean {
  return consent[feature] && consent.version === consentVersion(host);
}

/** A consent after a person's word on one feature. What was given for another endpoint or text has lapsed. */
export function consentAfter(
  before: AiConsent,
  change: { feature: AiFeature; given: boolean; host: string; at: Date },
): AiConsent {
  const version = consentVersion(change.host);
  const kept = before.version === version ? before : NO_CONSENT;
  return {
    insights: kept.insights,
    coaches: kept.coaches,
    [change.feature]: change.given,
    at: change.at,
    version,
  };
}

type Asking = { title: string; lines: string[]; agree: string };

/** What a person reads before they agree; the exact text that would be sent stands beside it. */
export function consentText(feature: AiFeature, host: string): Asking {
  const about = [
    `${host} is the endpoint that the operator of this server has chosen. We cannot see what it does with a text after it has answered; its own terms hold there.`,
    "Besides what you wrote nothing goes with it: not your name, not your email address. Entries that you exclude from insights never leave.",
    "You can take this back at any time; from that moment nothing is sent any more.",
  ];
  if (feature === "insights")
    return {
      title: "Let a language model write your weekly insight?",
      lines: [
        `Once a week, the entries of that week are sent to ${host}, which proposes threads, a question, a passage and a prayer. Whatever it says without quoting your own words is left out.`,
        ...about,
        "Without it, simple rules on this server make your insight, and nothing leaves.",
      ],
      agree: `Agree to send my entries of the week to ${host}`,
    };
  return {
    title: "Let a language model answer in coaching?",
    lines: [
      `What you write to a coach, and the entries that you tick for it, are sent to ${host} with the instructions of that coach.`,
      ...about,
      "Without it, fixed questions on this server lead you, and nothing leaves.",
    ],
    agree: `Agree to send what I write to a coach to ${host}`,
  };
}
