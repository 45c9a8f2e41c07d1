/** Where words of British English may be parted: the package has no types of its own. */
declare module "hyphen/en-gb" {
  export function hyphenateSync(text: string): string;
}
