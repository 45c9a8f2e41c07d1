export const beingMadeWords = {
  yourInsightIsBeingWritten: "Your insight is being written",
  thisTakesAFewSeconds: "This takes a few seconds. <link>Look again</link>",
};
