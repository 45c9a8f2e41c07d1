export const pageMetaWords = {
  stillAndKnow: "Still and Know",
};
