import { UserModel } from "#models/user.server";
import { dateInWords, localMoment } from "~/domain/calendar/local-day";
import type { Member } from "~/domain/member/member";

/** What the pages of someone say after a restore, until they have read it: the day of the backup in words. */
export function restoredNote({ restored, timezone }: Member): { day: string; isSealOff: boolean } | null {
  if (!restored) return null;
  return { day: dateInWords(localMoment(restored.to, timezone).date), isSealOff: restored.isSealOff };
}

/** They have read it. */
export async function endRestoredNote({ id }: Member): Promise<void> {
  await UserModel.updateOne({ _id: id }, { $set: { restored: null } });
}
