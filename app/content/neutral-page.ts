/** Where "Leave this page" leads: a page that says nothing of its reader, and that is there in every language. */
export const NEUTRAL_PAGE = "https://www.wikipedia.org/";
