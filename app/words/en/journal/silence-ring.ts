export const silenceRingWords = {
  lessThanAMinuteLeft: "less than a minute left",
  aboutMinutesLeft: ({ minutes }: { minutes: number }) => `about ${minutes} minutes left`,
  theSilenceIsOver: "The silence is over. Come back gently.",
};
