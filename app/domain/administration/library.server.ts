import { z } from "zod";
import { LibraryChangeModel, type LibraryChangeRecord } from "#models/prompts.server";
import { SEASONS } from "~/domain/calendar/church-year";
import { CATEGORIES } from "~/domain/journal/prompts/prompt-categories";
import { LIBRARY, setLibraryChanges, type Prompt } from "~/domain/journal/prompts/prompt-library.state";
import type { Member } from "~/domain/member/member";
import type { AdminAuditKind } from "~/domain/operations/audit";
import { audit } from "~/domain/operations/audit-log.server";
import { setPassageOverrides } from "~/domain/scripture/passages/custom-plans.state";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { randomToken } from "~/platform/signing.server";

const PromptSchema = z.object({
  category: z.enum(CATEGORIES, t("Please choose a category.")),
  slot: z.enum(["morning", "evening", "any"], t("Please choose a time of day.")),
  depth: z.coerce
    .number(t("Please choose a depth."))
    .pipe(z.union([z.literal(1), z.literal(2), z.literal(3)], t("Please choose a depth."))),
  season: z.enum(SEASONS, t("Please choose a season, or none.")).optional(),
  text: z
    .string(t("Please write the question."))
    .trim()
    .min(10, t("Please write a question of at least ten characters."))
    .max(300, t("Please keep the question under 300 characters.")),
});
type PromptInput = z.output<typeof PromptSchema>;

const referenceField = z
  .string()
  .trim()
  .min(3, t("Please enter a reference."))
  .max(60, t("That is not a reference."));

const LibraryFileSchema = z.object({
  format: z.literal("still-and-know-library"),
  version: z.literal(1),
  added: z.array(PromptSchema).max(1000),
  retired: z.array(z.string().max(40)).max(1000),
  passages: z.array(z.object({ reference: referenceField, replacement: referenceField })).max(1000),
});
type LibraryFile = z.output<typeof LibraryFileSchema>;

/** Forms of the "Prompts and passages" page. */
export const LibraryActionSchema = z.discriminatedUnion(
  "intent",
  [
    PromptSchema.extend({ intent: z.literal("add") }),
    z.object({ intent: z.literal("retire"), id: z.string().max(40) }),
    z.object({ intent: z.literal("return"), id: z.string().max(40) }),
    z.object({ intent: z.literal("replace"), reference: referenceField, replacement: referenceField }),
    z.object({ intent: z.literal("restore"), reference: referenceField }),
    z.object({
      intent: z.literal("import"),
      library: z.string().max(200_000, t("That is too long.")),
    }),
  ],
  t("Please use the buttons on this page."),
);

/** Forms of the page that edits an added prompt. */
export const EditPromptSchema = z.discriminatedUnion(
  "intent",
  [PromptSchema.extend({ intent: z.literal("save") }), z.object({ intent: z.literal("remove") })],
  t("Please use the buttons on this page."),
);

/** Maximum length of a passage: as long as the longest one of the built-in plans. */
const MAX_VERSES = 12;
const MAX_ADDED_PROMPTS = 1000;

const allChanges = () => LibraryChangeModel.find({}).sort({ _id: 1 }).lean();

/**
 * Reloads the operator's changes into memory. Called at start, after a change and at intervals, because other processes
 * make changes too.
 */
export async function refreshLibrary(): Promise<void> {
  const changes = await allChanges();
  setLibraryChanges({
    retired: new Set(changes.filter(({ kind }) => kind === "retired").map(({ name }) => name)),
    added: changes.filter(({ kind }) => kind === "added").map(toPrompt),
  });
  setPassageOverrides(
    new Map(
      changes
        .filter(({ kind }) => kind === "passage")
        .map(({ name, replacement }) => [name, replacement ?? name]),
    ),
  );
}

function toPrompt({ name, category, slot, depth, text, season }: LibraryChangeRecord): Prompt {
  return {
    id: name,
    category: category ?? "gratitude",
    slot: slot ?? "any",
    depth: depth ?? 1,
    text: text ?? "",
    season: season ?? undefined,
  };
}

type LibraryView = {
  prompts: (Prompt & { isAdded: boolean; isRetired: boolean })[];
  passages: { reference: string; replacement: string }[];
};

export async function readLibrary(): Promise<LibraryView> {
  const changes = await allChanges();
  const retired = new Set(changes.filter(({ kind }) => kind === "retired").map(({ name }) => name));
  const added = changes.filter(({ kind }) => kind === "added").map(toPrompt);
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

/** One record per change, so that concurrent changes do not overwrite each other. */
async function storeChange(kind: LibraryChangeRecord["kind"], name: string, fields: object): Promise<void> {
  const _id = `${kind}|${name}`;
  await LibraryChangeModel.replaceOne(
    { _id },
    { _id, kind, name, ...fields, changedAt: now() },
    { upsert: true },
  );
}

async function publishChange(
  administrator: Member,
  kind: AdminAuditKind,
  details: Record<string, string | number> = {},
) {
  await refreshLibrary();
  await audit({ kind, actorId: administrator.id, details });
}

type SavePromptResult = { ok: true; id: string } | { ok: false; code: "full" | "known" };

export async function savePrompt(
  administrator: Member,
  input: PromptInput,
  id?: string,
): Promise<SavePromptResult> {
  const { prompts } = await readLibrary();
  if (prompts.some((prompt) => prompt.text === input.text && prompt.id !== id))
    return { ok: false, code: "known" };
  if (!id && prompts.filter(({ isAdded }) => isAdded).length >= MAX_ADDED_PROMPTS)
    return { ok: false, code: "full" };
  const name = id ?? `o.${randomToken(6)}`;
  await storeChange("added", name, input);
  await publishChange(administrator, "admin.prompt_saved", { prompt: name });
  return { ok: true, id: name };
}

export async function removePrompt(administrator: Member, id: string): Promise<boolean> {
  const { deletedCount } = await LibraryChangeModel.deleteOne({ _id: `added|${id}` });
  if (deletedCount === 1) await publishChange(administrator, "admin.prompt_removed", { prompt: id });
  return deletedCount === 1;
}

/** Retires or restores a built-in question. Answers to it stay. */
export async function retirePrompt(administrator: Member, id: string, isRetired: boolean): Promise<boolean> {
  if (!LIBRARY.some((prompt) => prompt.id === id)) return false;
  if (isRetired) await storeChange("retired", id, {});
  else await LibraryChangeModel.deleteOne({ _id: `retired|${id}` });
  await publishChange(administrator, isRetired ? "admin.prompt_retired" : "admin.prompt_returned", {
    prompt: id,
  });
  return true;
}

/** Whether a reference names verses of the built-in Bible, and no more than a passage has. */
export function isReadable(reference: string): boolean {
  const verses = findPassage(reference)?.verses.length ?? 0;
  return verses > 0 && verses <= MAX_VERSES;
}

export async function replacePassage(
  administrator: Member,
  reference: string,
  replacement: string | null,
): Promise<boolean> {
  if (replacement === null) await LibraryChangeModel.deleteOne({ _id: `passage|${reference}` });
  else if (!isReadable(replacement)) return false;
  else await storeChange("passage", reference, { replacement });
  await publishChange(
    administrator,
    replacement === null ? "admin.passage_returned" : "admin.passage_retired",
  );
  return true;
}

/** The operator's changes, as a file for another instance. */
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

type ImportResult = { ok: true; added: number; changed: number; skipped: number } | { ok: false };

/** Skips changes that the library already contains, so that a repeated import changes nothing. */
export async function importLibrary(administrator: Member, text: string): Promise<ImportResult> {
  const parsed = LibraryFileSchema.safeParse(parseJson(text));
  if (!parsed.success) return { ok: false };
  const { added, retired, passages } = parsed.data;
  const current = await readLibrary();
  const count = { added: 0, changed: 0, skipped: 0 };
  for (const prompt of added) count[(await savePrompt(administrator, prompt)).ok ? "added" : "skipped"] += 1;
  for (const id of retired) {
    const isNew =
      LIBRARY.some((prompt) => prompt.id === id) && !current.prompts.find((one) => one.id === id)?.isRetired;
    if (isNew) await retirePrompt(administrator, id, true);
    count[isNew ? "changed" : "skipped"] += 1;
  }
  for (const { reference, replacement } of passages) {
    const isKnown = current.passages.find((one) => one.reference === reference)?.replacement === replacement;
    const isNew = !isKnown && isReadable(replacement);
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
