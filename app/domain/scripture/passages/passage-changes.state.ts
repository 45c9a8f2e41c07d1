/**
 * Passages that the operator reads something else for; kept here by the server as the library's changes are, so that
 * the plan stays a plain rule.
 */
let replacements: ReadonlyMap<string, string> = new Map();

export function setPassageChanges(next: ReadonlyMap<string, string>): void {
  replacements = next;
}

/** What is read for a reference of the plan. */
export function inForce(reference: string): string {
  return replacements.get(reference) ?? reference;
}
