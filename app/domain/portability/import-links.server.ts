import { JournalEntryModel } from "#models/journal-entry.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { pendingKeys, resolveLinks } from "~/domain/journal/entries/entry-links";
import { journalKeys } from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import { derivedIdFor } from "./find-duplicates.server";
import type { EntryState } from "./import-preview";
import type { ImportBatch } from "./parsed-upload";
import { decryptStaged, encryptStaged, importBatchId } from "./staged-import.server";

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

  /** Writes the addresses of the entries into the links of the staged batches; a link to nothing becomes its words. */
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

  /** Entries whose id another member's entry has get a derived one, as in `importEntryBatch`. */
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
