/** A module as a script for a worker thread (scripts/bundle-plugin.mjs). */
declare module "*?thread" {
  const code: string;
  export default code;
}

/** A module as a script for a browser. */
declare module "*?script" {
  const code: string;
  export default code;
}

/** Where words of British English may be parted: the package has no types of its own. */
declare module "hyphen/en-gb" {
  export function hyphenateSync(text: string): string;
}
