import { refusalsWords } from "~/words/coaches/refusals";

/** What is said where a coach takes no message. A file of its own: pages show it, and schemas stay on the server. */
export const COACH_REFUSALS = {
  not_in_plan: {
    title: refusalsWords.thisCoachBelongsToAnother,
    text: refusalsWords.thisCoachBelongsToAnotherText,
  },
  closed: {
    title: refusalsWords.thisConversationHasEnded,
    text: refusalsWords.thisConversationHasEndedText,
  },
  daily_limit: {
    title: refusalsWords.thatIsEnoughForToday,
    text: refusalsWords.thatIsEnoughForTodayText,
  },
  another_host: {
    title: refusalsWords.theEndpointHasChanged,
    text: refusalsWords.theEndpointHasChangedText,
  },
  unknown_passage: refusalsWords.pleaseGiveAReference,
} as const;
