/** A page without script exports `handle = { js: false }`. */
export function usesScript(handle: unknown): boolean {
  return !(typeof handle === "object" && handle !== null && "js" in handle && handle.js === false);
}
