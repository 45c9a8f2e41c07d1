export const helpLinesWords = {
  europeanUnion: "European Union",
  unitedStatesAndCanada: "United States and Canada",
  unitedKingdomAndIreland: "United Kingdom and Ireland",
  suicideAndCrisisLifeline: "Suicide and Crisis Lifeline",
  callOrText: "Call or text, day and night, free.",
  samaritans: "Samaritans",
  callDayAndNightFree: "Call, day and night, free.",
};
