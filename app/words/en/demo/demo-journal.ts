export const demoJournalWords = {
  iThankGodFor: "I thank God for…",
  todayIWantToBePresent: "Today I want to be present to…",
  aMomentOfGrace: "A moment of grace",
  whatWasHeavy: "What was heavy",
  forTomorrowIAsk: "For tomorrow I ask…",
  eveningReflection: "Evening reflection",
  morningReflection: "Morning reflection",
};
