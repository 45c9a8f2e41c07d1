/** A module as a script for a worker thread (scripts/thread-plugin.mjs). */
declare module "*?thread" {
  const code: string;
  export default code;
}
