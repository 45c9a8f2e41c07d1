export const confirmFormWords = {
  yourOwnPassword: "Your own password",
  oneMoment: "One moment…",
  goBack: "Go back",
};
