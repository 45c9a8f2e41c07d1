import { plural } from "~/words/plural";

export const threadWords = {
  languageModel: "Language model",
  aLanguageModelAtAnswers: ({ host, name }: { host: string; name: string }) =>
    `A language model at ${host} answers (${name}).`,
  takeMyConsentBack: "Withdraw my consent",
  agreeing: "Agreeing…",
  you: "You",
  stopping: "Stopping…",
  stopThisAnswer: "Stop this answer",
  keepItInTheJournalBusy: "Keeping…",
  keepItInTheJournal: "Keep it in the journal and edit it",
  theAnswerIsOnItsWay: "The answer is still coming, or was cut off.",
  askForItAgainBusy: "Answering…",
  askForItAgain: "Ask again",
  shortAnswers: "Short answers",
  yourAnswer: "Your answer",
  encryptedLikeEverythingYouWrite: "Encrypted, like everything you write.",
  sendBusy: "Sending…",
  send: "Send",
  showWhatIsSentFirst: "Show what is sent first",
  showWhatWouldBeSent: "Show what would be sent",
  deleteThisConversation: "Delete this conversation",
  everythingSaidHereIsDeleted:
    "Everything said here is deleted at once, for good. It does not go to the trash.",
  deleteForGood: "Delete for good",
  conversation: "Conversation",
  pageTitle: ({ name }: { name: string }) => `${name} · Still and Know`,
  deletedForGood: "Deleted for good",
  coaches: "Coaches",
  thisConversationRestsForADay: "This conversation is paused for a day",
  forNowItAnswers:
    "For now it only answers with these numbers. Your journal is open as always: <free>continue writing privately</free>.",
  partOfThe: ({ plan }: { plan: string }) => `Part of the ${plan}`,
  seeThePlans: "See the plans",
  allCoaches: "All coaches",
  aboutEntries: "About <entries/>",
  whatIsLeft: ({ turnsLeft, messages }: { turnsLeft: number; messages: number }) =>
    `${plural(turnsLeft, { one: "1 turn", other: `${turnsLeft} turns` })} left here, ${messages} messages today`,
};
