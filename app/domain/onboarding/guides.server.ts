import { UserModel } from "#models/user.server";
import type { Member } from "~/domain/member/member";
import type { GuideKey } from "./guides";

/** Remembers on the person's record that a guide was finished, skipped or closed. */
export async function markGuideSeen(member: Member, guide: GuideKey): Promise<void> {
  const change = guide === "tour" ? { seenTour: true } : { seenFormationWelcome: true };
  await UserModel.updateOne({ _id: member.id }, { $set: change });
}
