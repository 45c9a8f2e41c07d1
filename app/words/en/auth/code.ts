export const codeWords = {
  pageTitle: "Enter your code · Still and Know",
  enterYourCode: "Enter your code",
  code: "Code",
  signIn: "Sign in",
  startAgain: "Start over",
};
