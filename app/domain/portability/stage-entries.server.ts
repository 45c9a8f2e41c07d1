import { JournalEntryModel } from "#models/journal-entry.server";
import { PictureModel } from "#models/picture.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { isBlank, type EntryContent } from "~/domain/journal/entries/content";
import { draftKeyOf } from "~/domain/journal/entries/drafts.server";
import { hasPendingLink, pendingKeys, resolveLinks } from "~/domain/journal/entries/entry-links";
import { draftIdOf, journalKeys, type JournalKeys } from "~/domain/journal/entries/sealed-content.server";
import { kindOfPicture } from "~/domain/journal/pictures/picture";
import { storePicture } from "~/domain/journal/pictures/pictures.server";
import type { Member } from "~/domain/member/member";
import { deterministicId } from "~/domain/member/member-keys.server";
import { createYielder } from "~/platform/concurrency.server";
import { decodePicture } from "~/platform/pictures.server";
import type { DraftInFile } from "./export-schema";
import {
  createDuplicateFinder,
  derivedIdFor,
  withDerivedId,
  type DuplicateCandidate,
} from "./find-duplicates.server";
import type { PortableEntry } from "./foreign-entry";
import { exampleCandidate, type EntryState, type ImportTally } from "./import-preview";
import type { WorkerParse } from "./parse-in-worker.server";
import type { ImportBatch, ImportedPicture, StagedEntry } from "./parsed-upload";
import { decryptStaged, encryptStaged, importBatchId } from "./staged-import.server";

/** Maps the fingerprint of a picture to its id on each page that shows it, and this id to the page's entry id. */
type PictureIds = Map<string, Map<string, string>>;

/** Assigns ids to the pictures of imported pages, derived from member, page and fingerprint for idempotent imports. */
export function createPictureNamer(member: Member) {
  const named: PictureIds = new Map();
  const name = <Content extends Pick<EntryContent, "pictures">>(
    holder: string,
    content: Content,
  ): Content => ({
    ...content,
    ...(content.pictures && {
      pictures: content.pictures.map((picture) => {
        const id = deterministicId(member, "pictures", `import|${holder}|${picture.id}`);
        named.set(picture.id, (named.get(picture.id) ?? new Map<string, string>()).set(id, holder));
        return { ...picture, id };
      }),
    }),
  });
  return {
    named,
    entry: (entry: PortableEntry): PortableEntry => ({
      ...entry,
      content: name(entry.id, entry.content),
      versions: entry.versions.map((version) => ({ ...version, content: name(entry.id, version.content) })),
    }),
    draft: (draft: DraftInFile): DraftInFile => name(importedDraftId(journalKeys(member), draft), draft),
  };
}

/** Maximum pages per ImportedPicture, which bounds one step of an import. */
const MAX_HOLDERS = 25;

/** Fetches the pictures one after the other. */
async function* fetchPictures(
  named: PictureIds,
  fetch: (key: string) => Promise<Uint8Array | null>,
): AsyncGenerator<ImportedPicture> {
  for (const [key, pages] of named) {
    const bytes = await fetch(key);
    if (!bytes) continue;
    const base64 = Buffer.from(bytes).toString("base64");
    const holders = [...pages].map(([id, holder]) => ({ id, holder }));
    for (let at = 0; at < holders.length; at += MAX_HOLDERS)
      yield { holders: holders.slice(at, at + MAX_HOLDERS), base64 };
  }
}

/** Stores pictures. A picture that cannot be decoded is skipped. @throws JournalFullError */
export async function importPictures(member: Member, pictures: readonly ImportedPicture[]): Promise<void> {
  for (const { holders, base64 } of pictures) {
    const ids = holders.map(({ id }) => id);
    const known = await PictureModel.find({ _id: { $in: ids }, userId: member.id }, { _id: 1 }).lean();
    const existing = new Set(known.map(({ _id }) => _id));
    const missing = holders.filter(({ id }) => !existing.has(id));
    if (missing.length === 0) continue;
    const bytes = new Uint8Array(Buffer.from(base64, "base64"));
    const decoded = kindOfPicture(bytes) && (await decodePicture(bytes));
    if (decoded) for (const page of missing) await storePicture(member, page, decoded);
  }
}

/** The id of an imported draft: the id that any draft of this member for the same slot has. */
export const importedDraftId = (keys: JournalKeys, { slot, forDate, prayer }: DraftInFile): string =>
  draftIdOf(keys, draftKeyOf(slot, forDate, prayer));

/**
 * Marks the stored pictures of these contents as attached. @returns a function that drops missing pictures and fills in sizes
 */
export async function resolvePictures(
  member: Member,
  contents: readonly Pick<EntryContent, "pictures">[],
): Promise<<Content extends Pick<EntryContent, "pictures">>(content: Content) => Content> {
  const ids = contents.flatMap(({ pictures = [] }) => pictures.map(({ id }) => id));
  if (ids.length === 0) return (content) => content;
  const mine = { _id: { $in: ids }, userId: member.id };
  const records = await PictureModel.find(mine, { width: 1, height: 1 }).lean();
  await PictureModel.updateMany(mine, { $set: { looseSince: null } });
  const sizes = new Map(records.map(({ _id, width, height }) => [_id, { width, height }]));
  return <Content extends Pick<EntryContent, "pictures">>({ pictures = [], ...content }: Content) => {
    const own = pictures.flatMap((picture) => {
      const size = sizes.get(picture.id);
      return size ? [{ ...picture, ...size }] : [];
    });
    return (own.length > 0 ? { ...content, pictures: own } : content) as Content;
  };
}

export async function withResolvedPictures(
  member: Member,
  entries: readonly PortableEntry[],
): Promise<PortableEntry[]> {
  const contents = entries.flatMap(({ content, versions }) => [
    content,
    ...versions.map((version) => version.content),
  ]);
  const resolve = await resolvePictures(member, contents);
  return entries.map((entry) => ({
    ...entry,
    content: resolve(entry.content),
    versions: entry.versions.map((version) => ({ ...version, content: resolve(version.content) })),
  }));
}

/** Stages one batch of an import. @returns its number */
export type StageBatch = (batch: ImportBatch) => Promise<number>;

const MB = 1024 * 1024;
/** Pictures are staged in batches of about this size. */
const PICTURE_BATCH_BYTES = 2 * MB;
/** Staged pictures are limited to this multiple of the file size plus 16 MB, because many pages can show one picture. */
const MAX_PICTURE_RATIO = 2;

/** Stages the entries of a file that are new, each once, and counts them in `tally`. */
export function createEntryStager(
  member: Member,
  namer: ReturnType<typeof createPictureNamer>,
  stage: StageBatch,
  tally: ImportTally,
  links: ImportLinks,
) {
  const keys = journalKeys(member);
  const findDuplicates = createDuplicateFinder(member, keys);
  const ids = new Set<string>();
  return async (candidates: readonly DuplicateCandidate[]): Promise<void> => {
    const pause = createYielder();
    const unique: DuplicateCandidate[] = [];
    for (const { entry, ...beside } of candidates) {
      await pause();
      const candidate = { entry: withDerivedId(keys, entry, beside.details), ...beside };
      if (ids.has(candidate.entry.id)) tally.twice++;
      else unique.push(candidate);
      ids.add(candidate.entry.id);
    }
    const found = await findDuplicates(unique);
    for (const [at, { entry, path }] of unique.entries())
      links.addTarget([path, entry.id && `id:${entry.id}`], found[at]);
    for (const { state } of found) tally.states[state]++;
    const fresh = unique.flatMap(({ entry, details }, at): StagedEntry[] => {
      const duplicate = found[at];
      if (duplicate?.state !== "new") return [];
      return [{ ...namer.entry({ ...entry, id: duplicate.id }), ...(details && { details }) }];
    });
    if (fresh.length === 0) return;
    const batch = await stage({ entries: fresh });
    if (fresh.some(({ content }) => hasPendingLink(content.body))) links.batches.push(batch);
    for (const [at, entry] of fresh.entries()) {
      const isAlone = isBlank(entry.content);
      if (entry.details) {
        tally.details[isAlone ? "alone" : "entries"]++;
        tally.details.example ||= entry.details;
      }
      if (!isAlone) tally.coming.push(exampleCandidate(entry, batch, at));
    }
  };
}

/** Stages the pictures of the staged entries. @returns the number of references beyond the size limit */
export async function stagePictures(
  named: PictureIds,
  { size, picture: fetch }: Pick<WorkerParse, "size" | "picture">,
  stage: StageBatch,
): Promise<number> {
  let batch: ImportedPicture[] = [];
  let bytes = 0;
  let remaining = MAX_PICTURE_RATIO * size + 16 * MB;
  let skipped = 0;
  for await (const picture of fetchPictures(named, fetch)) {
    remaining -= picture.base64.length;
    if (remaining < 0) skipped += picture.holders.length;
    else {
      batch.push(picture);
      bytes += picture.base64.length;
    }
    if (bytes < PICTURE_BATCH_BYTES && batch.length < 10) continue;
    await stage({ pictures: batch });
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) await stage({ pictures: batch });
  return skipped;
}

const QUERY_IDS = 500;

/**
 * The links between the entries of an import. An entry may link to one that is read later, so the staged batches with links
 * are rewritten once the id of every entry is known.
 */
export class ImportLinks {
  /** The id of each entry by its file and by its id in its program; null for a file with several entries. */
  private readonly ids = new Map<string, string | null>();
  /** Numbers of the staged batches with links. */
  readonly batches: number[] = [];

  addTarget(
    keys: readonly (string | undefined)[],
    found: { id: string; state: EntryState } | undefined,
  ): void {
    if (!found || found.state === "in_trash") return;
    for (const key of keys) if (key) this.ids.set(key, this.ids.has(key) ? null : found.id);
  }

  /** Resolves the links in the staged batches; replaces a link without an entry by its words. */
  async resolveStaged(member: Member, importId: string): Promise<void> {
    for (const number of this.batches) {
      const _id = importBatchId(importId, number);
      const record = await TransferFileModel.findById(_id).lean();
      const batch = record && decryptStaged<ImportBatch>(member, record);
      if (!batch || !("entries" in batch)) continue;
      const bodies = batch.entries.map(({ content }) => content.body);
      const moved = await this.findMoved(member, bodies.flatMap(pendingKeys));
      const idOf = (key: string) => {
        const id = this.ids.get(key) ?? undefined;
        return id && (moved.get(id) ?? id);
      };
      const entries = batch.entries.map((entry) => ({
        ...entry,
        content: { ...entry.content, body: resolveLinks(entry.content.body, idOf) },
      }));
      await TransferFileModel.updateOne(
        { _id },
        { $set: { sealed: encryptStaged(member, _id, { entries }) } },
      );
    }
  }

  /** Maps ids that belong to another member's entry to the derived ids that `importEntryBatch` will use. */
  private async findMoved(member: Member, keys: readonly string[]): Promise<Map<string, string>> {
    const ids = [...new Set(keys.flatMap((key) => this.ids.get(key) ?? []))];
    const moved = new Map<string, string>();
    for (let at = 0; at < ids.length; at += QUERY_IDS) {
      const filter = { _id: { $in: ids.slice(at, at + QUERY_IDS) }, userId: { $ne: member.id } };
      for (const { _id } of await JournalEntryModel.find(filter, { _id: 1 }).lean())
        moved.set(_id, derivedIdFor(journalKeys(member), _id));
    }
    return moved;
  }
}
