export const threadTextsWords = {
  aReminderYouAreWriting:
    "A reminder: you are writing to software. No one is there, and it understands less than it seems to.",
  thisConversationHasCome:
    "This conversation has come to an end; twenty turns are enough for one. Take what you found to prayer, or to someone you trust.",
  thatMattersMoreThanTheNext:
    "That matters more than the next question, so let it stay here first. Who could be with you today, or hear this from you? When you want to continue, write anything.",
};
