export const commonPasswordsWords = {
  refused: "This password is one of the first that others would guess. Please choose another.",
};
