export const apiWords = {
  notAuthenticated: "Not authenticated",
  theBodyIsNotValid: "The body is not valid.",
};
