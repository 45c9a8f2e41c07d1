export const faqWords = {
  pageTitle: "Questions and answers",
  pageDescription:
    "Who can read what I write, what about AI, what it costs, what works without JavaScript, and more.",
  ifYoursIsNotAmongThem: "If yours is not here, <contact>write to us</contact>.",
};
