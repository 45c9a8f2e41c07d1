export const offlineDeskWords = {
  yourOwnQuestionOfToday: "Your own question for today",
  aFreePage: "A free page",
  whatIsOnYourMind: "What is on your mind?",
};
