export const homeWords = {
  pageTitle: "Still and Know: a private journal of prayer, morning and evening",
  pageDescription:
    "A private Christian journal for a few quiet minutes a day: a passage in the morning, a look back in the evening. Encrypted at rest, without advertising, and it works without JavaScript.",
};
