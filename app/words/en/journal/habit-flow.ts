export const habitFlowWords = {
  morningReflection: "Morning reflection",
  iThankGodFor: "I thank God for…",
  todayIWantToBePresent: "Today I want to be present to…",
  eveningReflection: "Evening reflection",
  aMomentOfGrace: "A moment of grace",
  whatWasHeavy: "What was heavy",
  forTomorrowIAsk: "For tomorrow I ask…",
};
