import { LibraryChangeModel, type LibraryChangeRecord } from "#models/library-change.server";
import type { AdminAuditKind } from "~/domain/audit/admin-words";
import { audit } from "~/domain/audit/log.server";
import { setLibraryChanges } from "~/domain/journal/prompts/library-changes.state";
import { LIBRARY, type Prompt } from "~/domain/journal/prompts/prompt-library";
import type { Member } from "~/domain/member/member";
import { setPassageChanges } from "~/domain/scripture/passages/passage-changes.state";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { now } from "~/platform/clock";
import { randomToken } from "~/platform/signing.server";
import type { PromptInput } from "./schema";

/** The prompt and passage editor: what the operator changes in the library that comes with the product. */
/** No passage of the plans is longer. */
const MOST_VERSES = 12;
const MOST_ADDED = 1000;

const allChanges = () => LibraryChangeModel.find({}).sort({ _id: 1 }).lean();

/** Reads the stored changes into this process. Other processes make some, so it is repeated. */
export async function refreshLibrary(): Promise<void> {
  const changes = await allChanges();
  setLibraryChanges({
    retired: new Set(changes.filter(({ kind }) => kind === "retired").map(({ name }) => name)),
    added: changes.filter(({ kind }) => kind === "added").map(promptOf),
  });
  setPassageChanges(
    new Map(
      changes
        .filter(({ kind }) => kind === "passage")
        .map(({ name, replacement }) => [name, replacement ?? name]),
    ),
  );
}

function promptOf({ name, category, slot, depth, text, season }: LibraryChangeRecord): Prompt {
  return {
    id: name,
    category: category ?? "gratitude",
    slot: slot ?? "any",
    depth: depth ?? 1,
    text: text ?? "",
    season: season ?? undefined,
  };
}

export type LibraryView = {
  prompts: (Prompt & { isAdded: boolean; isRetired: boolean })[];
  passages: { reference: string; replacement: string }[];
};

export async function readLibrary(): Promise<LibraryView> {
  const changes = await allChanges();
  const retired = new Set(changes.filter(({ kind }) => kind === "retired").map(({ name }) => name));
  const added = changes.filter(({ kind }) => kind === "added").map(promptOf);
  return {
    prompts: [
      ...added.map((prompt) => ({ ...prompt, isAdded: true, isRetired: false })),
      ...LIBRARY.map((prompt) => ({ ...prompt, isAdded: false, isRetired: retired.has(prompt.id) })),
    ],
    passages: changes
      .filter(({ kind }) => kind === "passage")
      .map(({ name, replacement }) => ({ reference: name, replacement: replacement ?? "" })),
  };
}

/** Each change is one record, so that two administrators at once lose nothing. */
async function put(kind: LibraryChangeRecord["kind"], name: string, fields: object): Promise<void> {
  const _id = `${kind}|${name}`;
  await LibraryChangeModel.replaceOne(
    { _id },
    { _id, kind, name, ...fields, changedAt: now() },
    { upsert: true },
  );
}

async function done(
  administrator: Member,
  kind: AdminAuditKind,
  details: Record<string, string | number> = {},
) {
  await refreshLibrary();
  await audit({ kind, actorId: administrator.id, details });
}

export type Added = { ok: true; id: string } | { ok: false; code: "full" | "known" };

export async function savePrompt(administrator: Member, input: PromptInput, id?: string): Promise<Added> {
  const { prompts } = await readLibrary();
  if (prompts.some((prompt) => prompt.text === input.text && prompt.id !== id))
    return { ok: false, code: "known" };
  if (!id && prompts.filter(({ isAdded }) => isAdded).length >= MOST_ADDED)
    return { ok: false, code: "full" };
  const name = id ?? `o.${randomToken(6)}`;
  await put("added", name, input);
  await done(administrator, "admin.prompt_saved", { prompt: name });
  return { ok: true, id: name };
}

export async function removePrompt(administrator: Member, id: string): Promise<boolean> {
  const { deletedCount } = await LibraryChangeModel.deleteOne({ _id: `added|${id}` });
  if (deletedCount === 1) await done(administrator, "admin.prompt_removed", { prompt: id });
  return deletedCount === 1;
}

/** Takes a prompt that came with the product out of use, or brings it back. Answers to it stay as they are. */
export async function retirePrompt(administrator: Member, id: string, isRetired: boolean): Promise<boolean> {
  if (!LIBRARY.some((prompt) => prompt.id === id)) return false;
  if (isRetired) await put("retired", id, {});
  else await LibraryChangeModel.deleteOne({ _id: `retired|${id}` });
  await done(administrator, isRetired ? "admin.prompt_retired" : "admin.prompt_returned", { prompt: id });
  return true;
}

/** Whether a reference names verses of our Bible, and few enough. */
export function isReadable(reference: string): boolean {
  const verses = findPassage(reference)?.verses.length ?? 0;
  return verses > 0 && verses <= MOST_VERSES;
}

export async function replacePassage(
  administrator: Member,
  reference: string,
  replacement: string | null,
): Promise<boolean> {
  if (replacement === null) await LibraryChangeModel.deleteOne({ _id: `passage|${reference}` });
  else if (!isReadable(replacement)) return false;
  else await put("passage", reference, { replacement });
  await done(administrator, replacement === null ? "admin.passage_returned" : "admin.passage_retired");
  return true;
}
