export const offlineDeskWords = {
  yourOwnQuestionOfToday: "Your own question of today",
  aFreePage: "A free page",
  whatIsOnYourMind: "What is on your mind?",
};
