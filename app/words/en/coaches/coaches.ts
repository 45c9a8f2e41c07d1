export const coachesWords = {
  pageTitle: "Coaches · Still and Know",
  coaches: "Coaches",
  intro:
    "Six ways of being asked good questions. Each of them works on this server alone; a language model takes part only where you have agreed to it.",
  yourConversations: "Your conversations",
};
