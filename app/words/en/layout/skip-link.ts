export const skipLinkWords = {
  skipToContent: "Skip to content",
};
