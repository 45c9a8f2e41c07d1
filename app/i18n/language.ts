/** The language of the interface, for the page and for Intl. */
export const LANGUAGE: string = "en";
