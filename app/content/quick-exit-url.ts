/** The target of "Quick exit": an inconspicuous site that exists in every language. */
export const QUICK_EXIT_URL = "https://www.wikipedia.org/";
