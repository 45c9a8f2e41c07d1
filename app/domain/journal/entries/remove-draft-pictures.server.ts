import { settlePictures } from "~/domain/journal/pictures/pictures.server";
import type { Member } from "~/domain/member/member";
import { findDrafts, saveDraft, type SaveDraftResult } from "./drafts.server";
import type { Origin } from "./origin.server";

/** Removes pictures from a draft, whose words stay as they are. */
export async function removeDraftPictures(
  member: Member,
  draftKey: string,
  removed: ReadonlySet<string>,
  origin: Origin,
): Promise<SaveDraftResult> {
  const [draft] = await findDrafts(member, [draftKey]);
  const before = draft?.content.pictures ?? [];
  const pictures = before.filter(({ id }) => !removed.has(id));
  if (!draft || pictures.length === before.length) return { ok: true };
  const result = await saveDraft(member, { ...draft, content: { ...draft.content, pictures } }, origin);
  if (result.ok) await settlePictures(member, before, pictures);
  return result;
}
