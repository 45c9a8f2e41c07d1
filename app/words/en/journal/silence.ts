import { plural } from "~/words/plural";

export const silenceWords = {
  pageTitle: "Silence · Still and Know",
  backToTheReflection: "Back to the reflection",
  toTheJournal: "To the journal",
  silence: "Silence",
  minutes: ({ minutes }: { minutes: number }) =>
    `${minutes} ${plural(minutes, { one: "minute", other: "minutes" })}`,
  hideTheText: "Hide the text",
  showTheText: "Show the text",
  theSilenceIsOver: "The silence is over",
  comeBackGently: "Come back gently. There is no hurry.",
  sitDownPutYourFeet: "Sit down, put your feet on the ground, and let it be quiet.",
  againForMinutes: "Again, for minutes",
  minutesLabel: "Minutes",
  beSilent: "Be silent",
};
