import { plural } from "~/words/plural";

export const silenceWords = {
  pageTitle: "Silence · Still and Know",
  backToTheReflection: "Back to the reflection",
  toTheJournal: "Go to the journal",
  silence: "Silence",
  minutes: ({ minutes }: { minutes: number }) =>
    `${minutes} ${plural(minutes, { one: "minute", other: "minutes" })}`,
  hideTheText: "Hide the text",
  showTheText: "Show the text",
  theSilenceIsOver: "The silence is over",
  comeBackGently: "Come back gently. There is no hurry.",
  sitDownPutYourFeet: "Sit comfortably, feet on the floor, and let it grow quiet.",
  againForMinutes: "Another silence, in minutes",
  minutesLabel: "Minutes",
  beSilent: "Begin the silence",
};
