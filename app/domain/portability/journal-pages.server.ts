import { createHash } from "node:crypto";
import { afterCursor, readBounded } from "#models/db/queries.server";
import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import { PictureModel } from "#models/picture.server";
import {
  contentOrNull,
  fieldsOfRecord,
  journalKeys,
  type JournalKeys,
} from "~/domain/journal/entries/sealed-content.server";
import { listVersionsOf } from "~/domain/journal/entries/versions.server";
import { historyFilter } from "~/domain/journal/history/list-history.server";
import type { HistoryFilters } from "~/domain/journal/history/query";
import { parseSearch } from "~/domain/journal/history/search";
import { matchesSearch } from "~/domain/journal/history/search-history.server";
import type { Picture } from "~/domain/journal/pictures/picture";
import { arePicturesEnabled, openPicture } from "~/domain/journal/pictures/pictures.server";
import type { Member } from "~/domain/member/member";
import { pictureName } from "~/domain/portability/reading/archive-files";
import { createYielder } from "~/platform/concurrency.server";
import type { ZippedFile } from "~/platform/zip/write-zip.server";
import { dayOneUuid } from "./day-one";
import type { PortableEntry } from "./foreign-entry";

/** Limits the memory of one page of an export. */
export const EXPORT_PAGE_LIMITS = { records: 100, bytes: 4 * 1024 * 1024 };
const OLDEST_FIRST = { forDate: 1, createdAt: 1, _id: 1 } as const;

type PageRecords = { records: JournalEntryRecord[]; isAll: boolean };

/** An entry whose stored text cannot be decrypted. */
export type Unreadable = { id: string; forDate: string };
export type JournalPage = { entries: PortableEntry[]; unreadable: Unreadable[] };
type PageOptions = { filters?: HistoryFilters; withVersions?: boolean };

/**
 * Yields the entries that a history filter finds, oldest first. Keyset pagination: no database cursor stays open during a
 * slow download.
 */
export async function* journalPages(
  member: Member,
  { filters = {}, withVersions = false }: PageOptions = {},
): AsyncGenerator<JournalPage> {
  const keys = journalKeys(member);
  const search = parseSearch(filters.q ?? "");
  const pause = createYielder();
  let last: JournalEntryRecord | undefined;
  for (;;) {
    const query = JournalEntryModel.find(
      { ...historyFilter(member, keys, fromLast(filters, last)), ...(last && { $or: newerThan(last) }) },
      { words: 0 },
    ).sort(OLDEST_FIRST);
    const { records, isAll }: PageRecords = await readBounded(query, EXPORT_PAGE_LIMITS);
    const page = await decryptRecords(member, records, withVersions, keys);
    const entries: PortableEntry[] = [];
    for (const entry of page.entries)
      if (await matchesSearch(entry.content, search, pause)) entries.push(entry);
    yield { entries, unreadable: page.unreadable };
    last = records.at(-1);
    if (isAll || !last) return;
  }
}

/** Yields the entries in the trash. */
export async function* trashPages(member: Member): AsyncGenerator<JournalPage> {
  const keys = journalKeys(member);
  let after = "";
  for (;;) {
    const query = JournalEntryModel.find(
      { userId: member.id, status: "final", deletedAt: { $gt: new Date(0) }, _id: { $gt: after } },
      { words: 0 },
    ).sort({ _id: 1 });
    const { records, isAll }: PageRecords = await readBounded(query, EXPORT_PAGE_LIMITS);
    yield await decryptRecords(member, records, true, keys);
    after = records.at(-1)?._id ?? "";
    if (isAll) return;
  }
}

/** Starts the filter at the last day read. The keyset excludes earlier entries anyway, but this bounds the index scan. */
function fromLast(filters: HistoryFilters, last: JournalEntryRecord | undefined): HistoryFilters {
  return last ? { ...filters, from: last.forDate } : filters;
}

const newerThan = ({ forDate, createdAt, _id }: JournalEntryRecord) =>
  afterCursor({ forDate, createdAt, _id }, "$gt");

/** Decrypts stored entries, with their earlier versions if `withVersions`. */
export async function decryptRecords(
  member: Member,
  records: readonly JournalEntryRecord[],
  withVersions: boolean,
  keys: JournalKeys = journalKeys(member),
): Promise<JournalPage> {
  const versions = await listVersionsOf(
    member,
    (withVersions ? records : []).map(({ _id, version }) => ({ id: _id, version })),
  );
  const page: JournalPage = { entries: [], unreadable: [] };
  const pause = createYielder();
  for (const record of records) {
    await pause();
    const { _id: id, forDate } = record;
    const content = contentOrNull(keys, record);
    if (!content) page.unreadable.push({ id, forDate });
    else {
      const earlier = (versions.get(id) ?? []).flatMap((version) =>
        version.content ? [{ ...version, content: version.content }] : [],
      );
      const { dayName, ...fields } = fieldsOfRecord(record);
      const { promptSet, promptIds } = record;
      const metadata = { ...fields, ...(dayName && { dayName }), promptSet, promptIds };
      page.entries.push({ ...metadata, content, versions: earlier });
    }
  }
  return page;
}

export async function hasPictures(member: Member): Promise<boolean> {
  return (await PictureModel.exists({ userId: member.id, looseSince: null })) !== null;
}

type EntryWithPictures = Pick<PortableEntry, "content" | "versions" | "updatedAt">;

/** Yields the picture files of these entries and their versions. Ids in `written` are skipped and new ids are added. */
export async function* pictureFiles(
  member: Member,
  entries: readonly EntryWithPictures[],
  written: Set<string>,
): AsyncGenerator<ZippedFile> {
  for (const { content, versions, updatedAt } of entries)
    for (const { pictures = [] } of [content, ...versions.map((version) => version.content)])
      for (const { id } of pictures) {
        if (written.has(id)) continue;
        written.add(id);
        const text = await openPicture(member, id, "large");
        if (text) yield { name: pictureName(id), at: updatedAt, text };
      }
}

/** A photo in Day One's format: `identifier` refers to it in the text, `md5` names its file. */
type DayOnePhoto = {
  identifier: string;
  md5: string;
  type: "jpeg";
  orderInEntry: number;
  width: number;
  height: number;
};

/** Lists the photos of an entry. `files` collects the file name of each picture id. */
export async function dayOnePhotos(
  member: Member,
  { content }: PortableEntry,
  files: Map<string, string>,
): Promise<DayOnePhoto[]> {
  const photos: DayOnePhoto[] = [];
  for (const [orderInEntry, { id, width, height }] of (content.pictures ?? []).entries()) {
    const bytes = await openPicture(member, id, "large");
    if (!bytes) continue;
    const md5 = createHash("md5").update(bytes).digest("hex");
    files.set(id, `photos/${md5}.jpeg`);
    photos.push({ identifier: dayOneUuid(id), md5, type: "jpeg", orderInEntry, width, height });
  }
  return photos;
}

/** Formats pictures as small data URLs, so that the page needs no other file; "" for a picture that cannot be read. */
export async function picturesAsHtml(member: Member, pictures: readonly Picture[] = []): Promise<string[]> {
  if (!arePicturesEnabled()) return [];
  const all: string[] = [];
  for (const { id, text } of pictures) {
    const bytes = await openPicture(member, id, "small");
    const alt = text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
    const source = bytes && `data:image/jpeg;base64,${bytes.toString("base64")}`;
    all.push(source ? `<img dir="auto" alt="${alt}" src="${source}">` : "");
  }
  return all;
}
