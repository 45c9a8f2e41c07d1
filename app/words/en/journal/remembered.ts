export const rememberedWords = {
  onThisDay: "On this day",
};
