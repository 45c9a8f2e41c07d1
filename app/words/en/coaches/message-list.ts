export const messageListWords = {
  away: "The language model did not answer. This question comes from this server.",
  stopped:
    "The language model began to say something that software must not say here, so we stopped it. This question comes from this server.",
  limit: "You have reached today’s limit for the language model. This question comes from this server.",
  stoppedBefore:
    "You stopped the language model before it had said anything. This question comes from this server.",
  youStoppedThisAnswer: "You stopped this answer.",
  you: "You",
  languageModel: " · language model",
  thisMessageCannotBeOpened: "This message cannot be opened.",
};
