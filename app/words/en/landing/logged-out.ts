export const loggedOutWords = {
  loggedOut: "Logged out",
};
