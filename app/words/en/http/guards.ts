export const guardsWords = {
  accessDenied: "Access Denied",
  accessDeniedText: "You don't have admin privileges to access this area. Redirecting to your dashboard...",
  twoStepSignInIsRequired: "Two-step sign-in is required",
  twoStepSignInIsRequiredText: "Please turn it on, and the administrators' area opens.",
  pleaseSignInAgain: "Please sign in again",
  pleaseSignInAgainText: "The administrators' area closes when it has not been used for 15 minutes.",
};
