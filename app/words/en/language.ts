/** The language of this catalogue, for the page and for Intl. */
export const LANGUAGE: string = "en";
