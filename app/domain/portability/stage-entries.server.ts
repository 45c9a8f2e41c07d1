import { PictureModel } from "#models/picture.server";
import type { EntryContent } from "~/domain/journal/entries/content";
import { draftKeyOf } from "~/domain/journal/entries/drafts.server";
import { draftIdOf, journalKeys, type JournalKeys } from "~/domain/journal/entries/sealed-content.server";
import { kindOfPicture } from "~/domain/journal/pictures/picture";
import { storePicture } from "~/domain/journal/pictures/pictures.server";
import type { Member } from "~/domain/member/member";
import { deterministicId } from "~/domain/member/member-keys.server";
import { createYielder } from "~/platform/concurrency.server";
import { decodePicture } from "~/platform/pictures.server";
import type { DraftInFile } from "./export-schema";
import { createDuplicateFinder, withDerivedId, type DuplicateCandidate } from "./find-duplicates.server";
import type { PortableEntry } from "./foreign-entry";
import { exampleCandidate, type ImportTally } from "./import-preview";
import type { WorkerParse } from "./parse-in-worker.server";
import type { ImportBatch, ImportedPicture } from "./parsed-upload";

/** The pages for which pictures come, by the fingerprints of these and by the ids that they will have there. */
export type PictureIds = Map<string, Map<string, string>>;

/** Gives the pictures of a page that comes the ids that they will have: of this person and of this page, always the same. */
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

/** A step brings a picture to this many pages. */
const HOLDERS = 25;

/** Pictures as they wait, fetched one after the other. */
export async function* fetchPictures(
  named: PictureIds,
  fetch: (key: string) => Promise<Uint8Array | null>,
): AsyncGenerator<ImportedPicture> {
  for (const [key, pages] of named) {
    const bytes = await fetch(key);
    if (!bytes) continue;
    const base64 = Buffer.from(bytes).toString("base64");
    const holders = [...pages].map(([id, holder]) => ({ id, holder }));
    for (let at = 0; at < holders.length; at += HOLDERS)
      yield { holders: holders.slice(at, at + HOLDERS), base64 };
  }
}

/** Keeps some pictures; one that cannot be opened is left out, and its entry comes without it. @throws JournalFullError */
export async function importPictures(member: Member, pictures: readonly ImportedPicture[]): Promise<void> {
  for (const { holders, base64 } of pictures) {
    const ids = holders.map(({ id }) => id);
    const known = await PictureModel.find({ _id: { $in: ids }, userId: member.id }, { _id: 1 }).lean();
    const here = new Set(known.map(({ _id }) => _id));
    const missing = holders.filter(({ id }) => !here.has(id));
    if (missing.length === 0) continue;
    const bytes = new Uint8Array(Buffer.from(base64, "base64"));
    const decoded = kindOfPicture(bytes) && (await decodePicture(bytes));
    if (decoded) for (const page of missing) await storePicture(member, page, decoded);
  }
}

/** The draft that a draft in a file becomes. */
export const importedDraftId = (keys: JournalKeys, { slot, forDate, prayer }: DraftInFile): string =>
  draftIdOf(keys, draftKeyOf(slot, forDate, prayer));

/** Gives contents those of their pictures that are here, with their measures; from now on something shows these. */
export async function resolvePictures(
  member: Member,
  contents: readonly Pick<EntryContent, "pictures">[],
): Promise<<Content extends Pick<EntryContent, "pictures">>(content: Content) => Content> {
  const ids = contents.flatMap(({ pictures = [] }) => pictures.map(({ id }) => id));
  if (ids.length === 0) return (content) => content;
  const mine = { _id: { $in: ids }, userId: member.id };
  const records = await PictureModel.find(mine, { width: 1, height: 1 }).lean();
  await PictureModel.updateMany(mine, { $set: { looseSince: null } });
  const here = new Map(records.map(({ _id, width, height }) => [_id, { width, height }]));
  return <Content extends Pick<EntryContent, "pictures">>({ pictures = [], ...content }: Content) => {
    const own = pictures.flatMap((picture) => {
      const size = here.get(picture.id);
      return size ? [{ ...picture, ...size }] : [];
    });
    return (own.length > 0 ? { ...content, pictures: own } : content) as Content;
  };
}

/** Entries with those of their pictures that are here. */
export async function withResolvedPictures(
  member: Member,
  entries: readonly PortableEntry[],
): Promise<PortableEntry[]> {
  const contents = entries.flatMap(({ content, versions }) => [
    content,
    ...versions.map((version) => version.content),
  ]);
  const kept = await resolvePictures(member, contents);
  return entries.map((entry) => ({
    ...entry,
    content: kept(entry.content),
    versions: entry.versions.map((version) => ({ ...version, content: kept(version.content) })),
  }));
}

/** Keeps a part of an import, which is one step of it. @returns its number */
export type StageBatch = (part: ImportBatch) => Promise<number>;

const MB = 1024 * 1024;
/** Pictures wait together up to this. */
const PICTURE_BYTES = 2 * MB;
/** All of them take at most this for each byte of their file, and a little: one may be shown by many pages. */
const FOR_EACH_BYTE = 2;

/** Keeps those entries of a file that are new, each once. */
export function createEntryStager(
  member: Member,
  naming: ReturnType<typeof createPictureNamer>,
  keep: StageBatch,
  tally: ImportTally,
) {
  const keys = journalKeys(member);
  const stateOf = createDuplicateFinder(member, keys);
  const ids = new Set<string>();
  return async (found: readonly DuplicateCandidate[]): Promise<void> => {
    const pause = createYielder();
    const once: DuplicateCandidate[] = [];
    for (const { entry, isDayOne } of found) {
      await pause();
      const candidate = { entry: withDerivedId(keys, entry), isDayOne };
      if (ids.has(candidate.entry.id)) tally.twice++;
      else once.push(candidate);
      ids.add(candidate.entry.id);
    }
    const states = await stateOf(once);
    for (const state of states) tally.states[state]++;
    const coming = once.flatMap(({ entry }, at) => (states[at] === "new" ? [naming.entry(entry)] : []));
    if (coming.length === 0) return;
    const part = await keep({ entries: coming });
    for (const [at, entry] of coming.entries()) tally.coming.push(exampleCandidate(entry, part, at));
  };
}

/** Keeps the pictures that these entries show, of a file of `size` bytes. @returns how many are too much */
export async function stagePictures(
  named: PictureIds,
  { size, picture: fetch }: Pick<WorkerParse, "size" | "picture">,
  keep: StageBatch,
): Promise<number> {
  let some: ImportedPicture[] = [];
  let bytes = 0;
  let left = FOR_EACH_BYTE * size + 16 * MB;
  let tooMuch = 0;
  for await (const picture of fetchPictures(named, fetch)) {
    left -= picture.base64.length;
    if (left < 0) tooMuch += picture.holders.length;
    else {
      some.push(picture);
      bytes += picture.base64.length;
    }
    if (bytes < PICTURE_BYTES && some.length < 10) continue;
    await keep({ pictures: some });
    [some, bytes] = [[], 0];
  }
  if (some.length > 0) await keep({ pictures: some });
  return tooMuch;
}
