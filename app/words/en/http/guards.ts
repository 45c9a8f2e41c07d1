export const guardsWords = {
  accessDenied: "Access Denied",
  accessDeniedText: "You don't have admin privileges to access this area. Redirecting to your dashboard...",
  twoStepSignInIsRequired: "Two-step sign-in is required",
  twoStepSignInIsRequiredText: "Turn it on to open the administrators’ area.",
  pleaseSignInAgain: "Please sign in again",
  pleaseSignInAgainText: "The administrators’ area closes after 15 minutes without use.",
};
