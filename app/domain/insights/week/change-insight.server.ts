import { InsightModel } from "#models/insight.server";
import { UserModel } from "#models/user.server";
import type { Feedback } from "~/domain/insights/insight";
import type { Member } from "~/domain/member/member";
import { insightId } from "./make-insight.server";

/** Keeps what a person thinks of an insight. @returns false for an unknown insight */
export async function giveFeedback(member: Member, weekStart: string, feedback: Feedback): Promise<boolean> {
  const { matchedCount } = await InsightModel.updateOne(
    { _id: insightId(member.id, weekStart), userId: member.id, status: "ready" },
    { $set: { feedback } },
  );
  return matchedCount === 1;
}

/** Deletes an insight's content for good; the record stays, so that it is not made again automatically. */
export async function deleteInsight(member: Member, weekStart: string): Promise<boolean> {
  const { matchedCount } = await InsightModel.updateOne(
    { _id: insightId(member.id, weekStart), userId: member.id },
    { $set: { status: "deleted", sealed: null, entryIds: [], feedback: "", madeAt: null, claim: null } },
  );
  return matchedCount === 1;
}

/** Whether a mail says that a week's insight is ready. */
export async function setMailNotice(member: Member, mailNotice: boolean): Promise<void> {
  await UserModel.updateOne({ _id: member.id }, { $set: { "insights.mailNotice": mailNotice } });
}
