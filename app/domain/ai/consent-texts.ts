import type { AiFeature } from "~/domain/member/consent";
import { consentTextsWords } from "~/words/ai/consent-texts";

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
