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
import { createYielder } from "~/platform/concurrency.server";
import type { ZippedFile } from "~/platform/zip/write-zip.server";
import { pictureName } from "./archive-files";
import { dayOneUuid } from "./day-one";
import type { PortableEntry } from "./foreign-entry";

/** The most that is in memory at once, however long the journal and its entries are. */
export const EXPORT_PAGE_LIMITS = { records: 100, bytes: 4 * 1024 * 1024 };
const OLDEST_FIRST = { forDate: 1, createdAt: 1, _id: 1 } as const;

type Some = { records: JournalEntryRecord[]; isAll: boolean };

/** An entry whose stored text does not open. */
export type Unreadable = { id: string; forDate: string };
export type JournalPage = { entries: PortableEntry[]; unreadable: Unreadable[] };
export type PageOptions = { filters?: HistoryFilters; withVersions?: boolean };

/**
 * A person's entries that a filter of the history finds, oldest first, page by page. Each page begins at the place where
 * the one before it ended, so it does not matter how long someone takes to receive them.
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
      { ...historyFilter(member, keys, fromThereOn(filters, last)), ...(last && { $or: newerThan(last) }) },
      { words: 0 },
    ).sort(OLDEST_FIRST);
    const { records, isAll }: Some = await readBounded(query, EXPORT_PAGE_LIMITS);
    const page = await decryptRecords(member, records, withVersions, keys);
    const entries: PortableEntry[] = [];
    for (const entry of page.entries)
      if (await matchesSearch(entry.content, search, pause)) entries.push(entry);
    yield { entries, unreadable: page.unreadable };
    last = records.at(-1);
    if (isAll || !last) return;
  }
}

/** What lies in a person's trash, page by page. */
export async function* trashPages(member: Member): AsyncGenerator<JournalPage> {
  const keys = journalKeys(member);
  let after = "";
  for (;;) {
    const query = JournalEntryModel.find(
      { userId: member.id, status: "final", deletedAt: { $gt: new Date(0) }, _id: { $gt: after } },
      { words: 0 },
    ).sort({ _id: 1 });
    const { records, isAll }: Some = await readBounded(query, EXPORT_PAGE_LIMITS);
    yield await decryptRecords(member, records, true, keys);
    after = records.at(-1)?._id ?? "";
    if (isAll) return;
  }
}

/** Redundant with the cursor, but lets the index start where the page begins. */
function fromThereOn(filters: HistoryFilters, last: JournalEntryRecord | undefined): HistoryFilters {
  return last ? { ...filters, from: last.forDate } : filters;
}

const newerThan = ({ forDate, createdAt, _id }: JournalEntryRecord) =>
  afterCursor({ forDate, createdAt, _id }, "$gt");

/** Stored entries as they travel, with their earlier texts where those are wanted. */
export async function decryptRecords(
  member: Member,
  records: readonly JournalEntryRecord[],
  withVersions: boolean,
  keys: JournalKeys = journalKeys(member),
): Promise<JournalPage> {
  const wanted = withVersions ? records : [];
  const versions = await listVersionsOf(
    member,
    wanted.map(({ _id, version }) => ({ id: _id, version })),
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
      const named = { ...fields, ...(dayName && { dayName }), promptSet, promptIds };
      page.entries.push({ ...named, content, versions: earlier });
    }
  }
  return page;
}

/** Whether there are pictures to travel with a person's words. */
export async function hasPictures(member: Member): Promise<boolean> {
  return (await PictureModel.exists({ userId: member.id, looseSince: null })) !== null;
}

type Shown = Pick<PortableEntry, "content" | "versions" | "updatedAt">;

/** The files of these entries' pictures, those of earlier versions too, each once. */
export async function* pictureFiles(
  member: Member,
  entries: readonly Shown[],
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

/** A picture as Day One names it: by an id in the text and by the fingerprint of its file. */
export type DayOnePhoto = {
  identifier: string;
  md5: string;
  type: "jpeg";
  orderInEntry: number;
  width: number;
  height: number;
};

/** The pictures of an entry for Day One. `files` collects which file each becomes. */
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

/** A small picture as part of a page that needs nothing else. */
export async function picturesAsHtml(member: Member, pictures: readonly Picture[] = []): Promise<string> {
  if (!arePicturesEnabled()) return "";
  const all: string[] = [];
  for (const { id, text } of pictures) {
    const bytes = await openPicture(member, id, "small");
    const alt = text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    if (bytes)
      all.push(`<img dir="auto" alt="${alt}" src="data:image/jpeg;base64,${bytes.toString("base64")}">`);
  }
  return all.length > 0 ? `<p class="pictures">${all.join("\n")}</p>\n` : "";
}
