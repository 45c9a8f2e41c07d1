import { plural } from "~/words/plural";

export const weekWords = {
  aPrayer: "A prayer",
  aDraftMadeOfYourOwn: "A draft, made from your own lines. Change it until it is yours, or leave it.",
  prayer: "Prayer",
  keepAsAnEntryBusy: "Keeping…",
  keepAsAnEntry: "Keep as an entry",
  isThisHowItWas: "Is this how it was?",
  youSaid: ({ feedbackWords }: { feedbackWords: string }) => `You said: ${feedbackWords}.`,
  youKnowYourWeek:
    "You know your week; this page only collects. Your answer is counted, and nothing you wrote goes with it.",
  howThisWasMade: "How this was made",
  aLanguageModelWasAsked: ({ fallback }: { fallback: string }) =>
    `A language model was asked and did not write this, because ${fallback}. The rules wrote it instead.`,
  aLanguageModelCanHelp:
    "A language model can help with the threads, if you agree. <settings>See what would be sent</settings>",
  howInsightsAreMadeForYou: "How insights are made for you",
  writing: "Writing…",
  askTheModelAgain: "Ask the model again",
  makeItAgain: "Make it again",
  deleteThisInsight: "Delete this insight",
  tooFewEntriesToSayAnything: "Too few entries to say anything honest.",
  threeEntriesAreEnough: ({ content }: { content: string }) =>
    `${content} Three entries are enough for a look back.`,
  youDeletedTheInsight: "You deleted the insight for this week. Your entries are where they were.",
  noInsightHasBeenMade: "There is no insight for this week yet.",
  thisInsightCannotBeOpened: "This insight cannot be opened. It can be made again from your entries.",
  lookAgain: "Look again",
  makeItNow: "Make it now",
  insight: "Insight",
  thankYou: "Thank you",
  deleted: "Deleted",
  writeAFewWordsFirst: "Write a few words first.",
  lookingBackOnYourWeek: "Looking back on your week",
  allInsights: "All insights",
  madeByAModel: ({
    at,
    entries,
    endpointHost,
    aiModel,
  }: {
    at: string;
    entries: number;
    endpointHost: string;
    aiModel: string;
  }) =>
    `On ${at}, from ${entries} entries. They were sent to ${endpointHost} (${aiModel}), which suggested the threads, the question, the passage and the prayer. Counts, kept words and gifts come from this server.`,
  madeByRules: ({ at, entries }: { at: string; entries: number }) =>
    `On ${at}, from ${entries} entries. By simple rules on this server: counting, sorting, and your own words. Nothing was sent anywhere.`,
  everyQuotationWasCompared:
    "Every quotation was compared with your entries, letter for letter, and the reference with our Bible.",
  leftOut: ({ dropped }: { dropped: number }) =>
    plural(dropped, {
      one: "One thing was left out because it could not be shown to be true, or is not for software to say.",
      other: `${dropped} things were left out because they could not be shown to be true, or are not for software to say.`,
    }),
  pageTitle: ({ week }: { week: string }) => `${week} · Still and Know`,
};
