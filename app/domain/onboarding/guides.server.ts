import { UserModel } from "#models/user.server";
import type { Member } from "~/domain/member/member";
import { now } from "~/platform/clock";
import { waitingGuides, type GuideKey, type WaitingGuides } from "./guides";

/** Remembers on the person's record that a guide was finished, skipped or closed. */
export async function markGuideSeen(member: Member, guide: GuideKey): Promise<void> {
  const change = guide === "tour" ? { seenTour: true } : { seenFormationWelcome: true };
  await UserModel.updateOne({ _id: member.id }, { $set: { ...change, guideSeenAt: now() } });
}

/** Which guides wait for a person at this moment. */
export const guidesOf = (member: Member): WaitingGuides => waitingGuides(member, now());
