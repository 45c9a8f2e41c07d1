/** Where no script opens a guide by itself. Apart from the long texts, which are loaded only when a guide opens. */
export const GUIDE_INVITATIONS = {
  tour: { text: "New here? Seven short steps show you around.", link: "Take the guide tour" },
  formation: {
    text: "Welcome to the Formation Plan. Three short steps show what it holds.",
    link: "Read the welcome",
  },
};
