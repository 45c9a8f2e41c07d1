/** Hyphenation patterns of British English. The package has no types of its own. */
declare module "hyphen/en-gb" {
  export function hyphenateSync(text: string): string;
}
