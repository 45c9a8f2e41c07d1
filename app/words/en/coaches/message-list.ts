export const messageListWords = {
  away: "The language model did not answer. This question comes from this server.",
  stopped:
    "The language model began to say something that software must not say here, so it was stopped. This question comes from this server.",
  limit: "The language model has answered often enough today. This question comes from this server.",
  stoppedBefore:
    "You stopped the language model before it had said anything. This question comes from this server.",
  youStoppedThisAnswer: "You stopped this answer.",
  you: "You",
  languageModel: " · language model",
  thisMessageCannotBeOpened: "This message cannot be opened.",
};
