/** Whether a page loads script; `export const handle = { js: false }` turns it off. */
export function usesScript(handle: unknown): boolean {
  return (handle as { js?: boolean } | null | undefined)?.js !== false;
}
