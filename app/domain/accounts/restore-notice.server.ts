import { UserModel } from "#models/user.server";
import { dateInWords, localMoment } from "~/domain/calendar/local-day";
import type { Member } from "~/domain/member/member";

/** Notice after a restore, shown until it is dismissed. `day` is the date of the backup. */
export function restoreNotice({ restored, timezone }: Member): { day: string; isSealOff: boolean } | null {
  if (!restored) return null;
  return { day: dateInWords(localMoment(restored.to, timezone).date), isSealOff: restored.isSealOff };
}

export async function dismissRestoreNotice({ id }: Member): Promise<void> {
  await UserModel.updateOne({ _id: id }, { $set: { restored: null } });
}
