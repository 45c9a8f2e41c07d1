export const brandWords = {
  stillKnow: "STILL & KNOW",
};
