export const coachesWords = {
  pageTitle: "Coaches · Still and Know",
  coaches: "Coaches",
  intro:
    "Six ways of being asked good questions. Each works entirely on this server; a language model takes part only if you have agreed to it.",
  yourConversations: "Your conversations",
};
