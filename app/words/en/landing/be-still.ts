export const beStillWords = {
  intro:
    "A private journal for a few quiet minutes with God: Scripture in the morning, looking back in the evening.",
  aMorningReadSlowly: "A morning, read slowly",
};
