import type { Prompt } from "./prompt-library";

/**
 * What the operator has taken from the library and added to it. Read from the database by the server when it starts and
 * every minute, and kept here, so that choosing a question needs no query.
 */
export type LibraryChanges = { retired: ReadonlySet<string>; added: readonly Prompt[] };

let changes: LibraryChanges = { retired: new Set(), added: [] };

export function setLibraryChanges(next: LibraryChanges): void {
  changes = next;
}

/** A library without what was retired. If nothing is left, all of it is offered: a page needs a question. */
export function withoutRetired(prompts: readonly Prompt[]): readonly Prompt[] {
  if (changes.retired.size === 0) return prompts;
  const left = prompts.filter(({ id }) => !changes.retired.has(id));
  return left.length > 0 ? left : prompts;
}

export const isRetired = (id: string): boolean => changes.retired.has(id);

export const addedPrompts = (): readonly Prompt[] => changes.added;
