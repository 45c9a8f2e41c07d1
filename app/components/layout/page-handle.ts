/** A page without script says so: `export const handle = { js: false }`. */
export function usesScript(handle: unknown): boolean {
  return !(typeof handle === "object" && handle !== null && "js" in handle && handle.js === false);
}
