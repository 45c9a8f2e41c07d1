/** A page without script exports `handle = { js: false }`. */
export function usesScript(handle: unknown): boolean {
  return (handle as { js?: boolean } | null | undefined)?.js !== false;
}
