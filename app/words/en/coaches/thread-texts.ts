export const threadTextsWords = {
  aReminderYouAreWriting:
    "A reminder: you are writing to software. Nobody is there, and it understands less than it seems to.",
  thisConversationHasCome:
    "This conversation has come to its end; twenty turns are enough for one. Take what you found to prayer, or to a person whom you trust.",
  thatMattersMoreThanTheNext:
    "That matters more than the next question, so let it stand here first. Who could be with you today, or hear this from you? When you want to go on, write anything.",
};
