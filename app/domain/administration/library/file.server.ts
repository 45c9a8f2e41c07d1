import { audit } from "~/domain/audit/log.server";
import { LIBRARY } from "~/domain/journal/prompts/prompt-library";
import type { Member } from "~/domain/member/member";
import { isReadable, readLibrary, replacePassage, retirePrompt, savePrompt } from "./library.server";
import { LibraryFileSchema, type LibraryFile, type PromptInput } from "./schema";

/** What the operator has changed, as a file for another installation. */
export async function exportLibrary(): Promise<LibraryFile> {
  const { prompts, passages } = await readLibrary();
  return {
    format: "still-and-know-library",
    version: 1,
    added: prompts
      .filter(({ isAdded }) => isAdded)
      .map(
        ({ category, slot, depth, text, season }) => ({ category, slot, depth, text, season }) as PromptInput,
      ),
    retired: prompts.filter(({ isRetired }) => isRetired).map(({ id }) => id),
    passages,
  };
}

export type ImportResult = { ok: true; added: number; changed: number; skipped: number } | { ok: false };

/** Takes a library file in. What is there already is skipped, so that the same file twice adds nothing. */
export async function importLibrary(administrator: Member, text: string): Promise<ImportResult> {
  const parsed = LibraryFileSchema.safeParse(parseJson(text));
  if (!parsed.success) return { ok: false };
  const { added, retired, passages } = parsed.data;
  const before = await readLibrary();
  const count = { added: 0, changed: 0, skipped: 0 };
  for (const prompt of added) count[(await savePrompt(administrator, prompt)).ok ? "added" : "skipped"] += 1;
  for (const id of retired) {
    const isNew =
      LIBRARY.some((prompt) => prompt.id === id) && !before.prompts.find((one) => one.id === id)?.isRetired;
    if (isNew) await retirePrompt(administrator, id, true);
    count[isNew ? "changed" : "skipped"] += 1;
  }
  for (const { reference, replacement } of passages) {
    const known = before.passages.find((one) => one.reference === reference)?.replacement === replacement;
    const isNew = !known && isReadable(replacement);
    if (isNew) await replacePassage(administrator, reference, replacement);
    count[isNew ? "changed" : "skipped"] += 1;
  }
  await audit({ kind: "admin.prompts_imported", actorId: administrator.id, details: count });
  return { ok: true, ...count };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
