/** The language that this build speaks, for the page and for Intl. The build of another language writes its own here. */
export const LANGUAGE: string = "en";
