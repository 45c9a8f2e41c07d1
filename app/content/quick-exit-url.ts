/** Where "Leave this page" leads: a page that says nothing of its reader, and that is there in every language. */
export const QUICK_EXIT_URL = "https://www.wikipedia.org/";
