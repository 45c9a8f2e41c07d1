/** What may be asked of a language model, each with its own consent. */
export const AI_FEATURES = ["insights", "coaches"] as const;
export type AiFeature = (typeof AI_FEATURES)[number];

/** A person's word on what may leave this server; `version` names the text and the endpoint it was given for. */
export type AiConsent = Record<AiFeature, boolean> & { at: Date | null; version: string };
export const NO_CONSENT: AiConsent = { insights: false, coaches: false, at: null, version: "" };

/** Rises when the texts of `ai/consent-texts` ask for more than they did; everyone is then asked again. */
const TEXT_VERSION = 1;

/** The version that counts now. Another endpoint is another question. */
const consentVersion = (host: string): string => `${TEXT_VERSION} ${host}`;

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
