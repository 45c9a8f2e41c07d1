export const publicShellWords = {
  about: "About",
  signIn: "Sign in",
  createAnAccount: "Create an account",
  dashboard: "Dashboard",
  main: "Main",
  questions: "FAQ",
};
