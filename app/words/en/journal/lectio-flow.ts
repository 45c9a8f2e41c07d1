export const lectioFlowWords = {
  stayWithTheWord: "Stay with the word you have kept.",
  nowItIsYourTurn: "Now it is your turn to speak.",
  oneSmallActIsEnough: "One small act is enough. You will see it again in the evening.",
  lectioDivina: "Lectio Divina",
};
