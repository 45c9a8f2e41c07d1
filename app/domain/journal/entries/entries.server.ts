import { storedBytes } from "#models/db/queries.server";
import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import { UserModel } from "#models/user.server";
import { NO_PICTURES, type PictureRefusal, type SubmittedPictures } from "~/domain/journal/pictures/picture";
import { attachPictures, collectPictures } from "~/domain/journal/pictures/pictures.server";
import type { EntryKind } from "~/domain/journal/prompt-sets/prompt-set";
import { storeWithinQuota } from "~/domain/limits/journal-quota.server";
import type { Member } from "~/domain/member/member";
import {
  deriveMemberKey,
  openWithDerivedKey,
  userFieldReencryption,
} from "~/domain/member/member-keys.server";
import { checkEntryForCrisis } from "~/domain/safety/detect-crisis.server";
import { now } from "~/platform/clock";
import { DecryptionError, seal } from "~/platform/encryption.server";
import { isBlank, isSameContent, pageFieldsOf, type EntryContent, type PageFields } from "./content";
import { editParts, overlongText, withPartReplaced, type Entry } from "./entry";
import {
  entryFrom,
  FAVOURITE_TERM,
  filterTermsOf,
  journalKeys,
  pictureIdsOf,
  sealContent,
  storedTerms,
  vocabularyUpdate,
  wordTerms,
} from "./sealed-content.server";
import { listVersions, storeVersion } from "./versions.server";

const finalEntry = (member: Member, id: string) => ({ _id: id, userId: member.id, status: "final" as const });

/** The stored record of an entry of the member, also from the trash. */
async function findRecord(member: Member, id: string): Promise<JournalEntryRecord | null> {
  if (!/^[\w-]{1,64}$/.test(id)) return null;
  return JournalEntryModel.findOne(finalEntry(member, id), { words: 0 }).lean();
}

/** Reads an entry of the member, also from the trash; null for unknown ids and for entries of others alike. */
export async function readEntry(member: Member, id: string): Promise<Entry | null> {
  const record = await findRecord(member, id);
  return record ? entryFrom(journalKeys(member), record) : null;
}

type Flags = Partial<Pick<JournalEntryRecord, "favourite" | "excludeFromInsights" | "deletedAt">>;

/** Changes flags of an entry, not its text. @returns false if the member has no such entry */
async function changeFlags(member: Member, id: string, flags: Flags, marks: object = {}): Promise<boolean> {
  if (!/^[\w-]{1,64}$/.test(id)) return false;
  const update = { $set: { ...flags, changedAt: now() }, ...marks };
  const { matchedCount } = await JournalEntryModel.updateOne(finalEntry(member, id), update);
  return matchedCount === 1;
}

export function setFavourite(member: Member, id: string, favourite: boolean): Promise<boolean> {
  const marks = favourite ? { $addToSet: { marks: FAVOURITE_TERM } } : { $pull: { marks: FAVOURITE_TERM } };
  return changeFlags(member, id, { favourite }, marks);
}

/** Excludes an entry from the weekly insights, or includes it again. */
export const setExcluded = (member: Member, id: string, excludeFromInsights: boolean) =>
  changeFlags(member, id, { excludeFromInsights });

/** Moves an entry to the trash, where it can be restored for thirty days. */
export const moveToTrash = (member: Member, id: string) => changeFlags(member, id, { deletedAt: now() });

export const restore = (member: Member, id: string) => changeFlags(member, id, { deletedAt: null });

/** Excluded tags keep their entries out of insights and coaches. They are encrypted, as all tags are. */
const keyOf = (member: Member) => deriveMemberKey(member, "excluded-tags");
const associatedDataOf = (member: Member) => `users|${member.id}|excludedTags|1`;

/** @throws DecryptionError if the list cannot be opened or is not a list */
export async function readExcludedTags(member: Member): Promise<string[]> {
  const user = await UserModel.findById(member.id).select({ excludedTags: 1 }).lean();
  if (!user?.excludedTags) return [];
  const plain = openWithDerivedKey(
    keyOf(member),
    storedBytes(user.excludedTags),
    associatedDataOf(member),
  ).toString("utf8");
  const tags: unknown = JSON.parse(plain);
  if (!Array.isArray(tags)) throw new DecryptionError("excluded tags are not a list");
  return tags.filter((tag): tag is string => typeof tag === "string");
}

/** Re-encrypts the excluded tags with the member's new key. */
export const reencryptExcludedTags = userFieldReencryption("excludedTags", "excluded-tags", associatedDataOf);

export async function saveExcludedTags(member: Member, tags: string[]): Promise<void> {
  const excludedTags =
    tags.length > 0 ? seal(keyOf(member).now, JSON.stringify(tags), associatedDataOf(member)) : null;
  await UserModel.updateOne({ _id: member.id }, { $set: { excludedTags } });
}

/** The entries without an excluded tag. Everything that passes text to insights or coaches filters with this. */
export async function withoutExcludedTags(member: Member, entries: Entry[]): Promise<Entry[]> {
  if (!entries.some(({ content }) => content && content.tags.length > 0)) return entries;
  const excluded = new Set((await readExcludedTags(member)).map((tag) => tag.toLowerCase()));
  return entries.filter(({ content }) => !content?.tags.some((tag) => excluded.has(tag.toLowerCase())));
}

/** The submitted fields of an entry's form. Missing fields and the questions remain unchanged. */
type EntryEdit = Partial<PageFields> & {
  answers: Readonly<Record<string, string>>;
  pictures?: SubmittedPictures;
  /** The part of a long entry that was edited, from 1; undefined for whole texts. */
  part?: number;
};

type EditResult =
  | { ok: true }
  | { ok: false; code: "not_found" | "conflict" }
  /** A text would exceed the limit of a stored text. */
  | { ok: false; code: "overlong"; field: string }
  | { ok: false; code: "picture"; why: PictureRefusal }
  | { ok: false; code: "empty"; /** The first field of the entry's form. */ field: string };

/**
 * Saves an entry with optimistic locking: a stale `version` is a conflict and changes nothing. A save without changes is
 * never a conflict.
 */
export async function editEntry(
  member: Member,
  id: string,
  edit: EntryEdit,
  version: number,
): Promise<EditResult> {
  const record = await findRecord(member, id);
  if (!record || record.deletedAt) return { ok: false, code: "not_found" };
  const keys = journalKeys(member);
  const { content: before } = entryFrom(keys, record);
  if (!before) return { ok: false, code: "not_found" };
  const { pictures, why } = await collectPictures(member, before.pictures, edit.pictures ?? NO_PICTURES);
  if (why) return { ok: false, code: "picture", why };
  const texts = mergeTexts(record.kind, before, edit);
  const conflict = { ok: false, code: "conflict" } as const;
  if (!texts) return conflict;
  const content: EntryContent = {
    ...pageFieldsOf({ ...before, ...edit }),
    ...texts,
    ...(before.prayer && { prayer: before.prayer }),
    ...(before.way && { way: before.way }),
    ...(pictures.length > 0 && { pictures }),
  };
  if (isSameContent(before, content)) return { ok: true };
  if (isBlank(content)) return { ok: false, code: "empty", field: before.answers[0]?.key ?? "title" };
  // Checked before `replaceContent`, so that a stale save does not overwrite a stored version either.
  if (record.version !== version) return conflict;
  const overlong = overlongText(before, content);
  if (overlong !== undefined) return { ok: false, code: "overlong", field: overlong };
  if (!(await replaceContent(member, record, before, content))) return conflict;
  await attachPictures(member, before.pictures, pictures);
  await checkEntryForCrisis(record.passageRef, content, before);
  return { ok: true };
}

/** Merges the submitted texts into those of the entry; null if the entry has no such part. */
function mergeTexts(
  kind: EntryKind,
  before: EntryContent,
  { body, answers, part }: EntryEdit,
): Pick<EntryContent, "answers" | "body"> | null {
  if (part === undefined)
    return {
      body: body ?? before.body,
      answers: before.answers.map((answer) => ({ ...answer, text: answers[answer.key] ?? answer.text })),
    };
  const segments = editParts(kind, before)[part - 1];
  return segments
    ? withPartReplaced(before, segments, (key) => (key === "body" ? body : answers[key]))
    : null;
}

/**
 * Replaces the content with compare-and-set on the version and stores the old content as a version. Both writes run in
 * parallel: if another window wins, both windows have stored the same old version, so nothing has to be undone.
 * @returns false if the record has changed since it was read
 */
async function replaceContent(
  member: Member,
  record: JournalEntryRecord,
  before: EntryContent,
  content: EntryContent,
): Promise<boolean> {
  const { _id, userId, version, favourite } = record;
  const keys = journalKeys(member);
  const text = { sealed: sealContent(keys, _id, content), words: wordTerms(keys, content) };
  const { $set, $unset } = vocabularyUpdate(record.left, await storedTerms(keys, record, before), text.words);
  return storeWithinQuota(member, [text], async (release) => {
    const [{ modifiedCount }] = await Promise.all([
      JournalEntryModel.updateOne(
        { _id, userId, status: "final", version, deletedAt: null },
        {
          $set: {
            ...text,
            ...$set,
            // `marks` has a term for this flag. Both are written from the same record, so that they agree even if the flag was
            // changed concurrently.
            favourite,
            marks: filterTermsOf(keys, record, content),
            pictures: pictureIdsOf(content),
            updatedAt: now(),
            changedAt: now(),
          },
          $unset,
          $inc: { version: 1 },
        },
      ),
      storeVersion(keys, record, before),
    ]);
    if (modifiedCount === 0) release();
    return modifiedCount === 1;
  });
}

type RestoreVersionResult = { ok: true } | { ok: false; code: "not_found" | "conflict" };

/**
 * Restores an earlier text. The current text becomes a version, so that this can be undone too. `current` is the version
 * that the page was loaded with; a stale one is a conflict and changes nothing.
 */
export async function restoreVersion(
  member: Member,
  id: string,
  version: number,
  current: number,
): Promise<RestoreVersionResult> {
  const record = await findRecord(member, id);
  if (!record || record.deletedAt) return { ok: false, code: "not_found" };
  const keys = journalKeys(member);
  const { content: before } = entryFrom(keys, record);
  const versions = await listVersions(member, { id, version: record.version });
  const restored = versions.find((candidate) => candidate.version === version)?.content;
  if (!before || !restored) return { ok: false, code: "not_found" };
  if (record.version !== current) return { ok: false, code: "conflict" };
  if (isSameContent(before, restored)) return { ok: true };
  if (!(await replaceContent(member, record, before, restored))) return { ok: false, code: "conflict" };
  await attachPictures(member, before.pictures, restored.pictures);
  return { ok: true };
}
