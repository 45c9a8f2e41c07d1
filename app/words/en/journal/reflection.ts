export const reflectionWords = {
  youHaveWrittenHereAlready:
    "You have already written this reflection. <link>Read it</link>, or write another.",
  saved: ({ savedAt }: { savedAt: string }) => `Saved ${savedAt}`,
  alsoWrittenForThisReflection: "Also written for this reflection",
  otherPagesToWrite: "Write something else",
  eveningReflection: "Evening reflection",
  morningReflection: "Morning reflection",
  aFreePage: "A free page",
  silence: "Silence",
  yourOwnQuestions: "Your own questions",
  thisWeeksGuide: "This week’s guide",
  history: "History",
  journal: "Journal",
  pageTitle: ({ title }: { title: string }) => `${title} · Still and Know`,
  nothingIsWrittenYet: "Nothing written yet",
};
