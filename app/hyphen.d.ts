/** Hyphenation patterns of British English; the package has no types. */
declare module "hyphen/en-gb" {
  export function hyphenateSync(text: string): string;
}
