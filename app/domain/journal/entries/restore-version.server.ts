import { settlePictures } from "~/domain/journal/pictures/pictures.server";
import type { Member } from "~/domain/member/member";
import { isSame } from "./content";
import { replaceContent } from "./edit-entry.server";
import { findRecord } from "./entries.server";
import { entryFrom, journalKeys } from "./sealed-content.server";
import { listVersions } from "./versions.server";

export type TakeBackResult = { ok: true } | { ok: false; code: "not_found" | "conflict" };

/**
 * Restores an earlier text. The current text becomes a version, so that this can be undone too.
 * `current` is the version that the page was shown with; an older one is a conflict and changes nothing.
 */
export async function takeBack(
  member: Member,
  id: string,
  version: number,
  current: number,
): Promise<TakeBackResult> {
  const record = await findRecord(member, id);
  if (!record || record.deletedAt) return { ok: false, code: "not_found" };
  const keys = journalKeys(member);
  const { content: before } = entryFrom(keys, record);
  const versions = await listVersions(member, { id, version: record.version });
  const wanted = versions.find((candidate) => candidate.version === version)?.content;
  if (!before || !wanted) return { ok: false, code: "not_found" };
  if (record.version !== current) return { ok: false, code: "conflict" };
  if (isSame(before, wanted)) return { ok: true };
  if (!(await replaceContent(member, record, before, wanted))) return { ok: false, code: "conflict" };
  await settlePictures(member, before.pictures, wanted.pictures);
  return { ok: true };
}
