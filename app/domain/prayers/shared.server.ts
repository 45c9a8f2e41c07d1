import { PrayerModel } from "#models/prayer.server";
import type { Entry } from "~/domain/journal/entries/entry";
import { withoutExcludedTags } from "~/domain/journal/entries/excluded-tags.server";
import type { Member } from "~/domain/member/member";
import { recordId } from "./sealed-intention.server";

/**
 * The entries that insights and coaches may read: none with an excluded tag, and none written about an intention
 * unless it is ticked. Checked at every reading, so that removing a tick takes effect at once.
 */
export async function openToReading(member: Member, entries: Entry[]): Promise<Entry[]> {
  const open = await withoutExcludedTags(member, entries);
  const about = new Set(open.flatMap(({ content }) => content?.prayer ?? []));
  if (about.size === 0) return open;
  const shared = await PrayerModel.find(
    { _id: { $in: [...about].map((id) => recordId(member.id, id)) }, userId: member.id, shared: true },
    { _id: 1 },
  ).lean();
  const ticked = new Set(shared.map(({ _id }) => _id));
  return open.filter(({ content }) => !content?.prayer || ticked.has(recordId(member.id, content.prayer)));
}
