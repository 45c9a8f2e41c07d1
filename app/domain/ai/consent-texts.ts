import { consentTextsWords } from "~/words/ai/consent-texts";

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
    consentTextsWords.isTheEndpointThatTheOperator({ host }),
    consentTextsWords.besidesWhatYouWroteNothing,
    consentTextsWords.youCanTakeThisBack,
  ];
  if (feature === "insights")
    return {
      title: consentTextsWords.letALanguageModelWrite,
      lines: [consentTextsWords.onceAWeek({ host }), ...about, consentTextsWords.withoutItSimpleRules],
      agree: consentTextsWords.agreeToSendMyEntries({ host }),
    };
  return {
    title: consentTextsWords.letALanguageModelAnswer,
    lines: [
      consentTextsWords.whatYouWriteToACoach({ host }),
      ...about,
      consentTextsWords.withoutItFixedQuestions,
    ],
    agree: consentTextsWords.agreeToSendWhatIWrite({ host }),
  };
}
