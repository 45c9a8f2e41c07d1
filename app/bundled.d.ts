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
