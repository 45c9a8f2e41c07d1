import { AiCallModel, type AiCallRecord } from "#models/ai-call.server";
import { notPassed } from "~/domain/calendar/deadline";
import { DAY } from "~/domain/calendar/durations";
import type { AiFeature } from "~/domain/member/consent";
import { aiEndpoint } from "~/platform/ai/endpoint.server";
import { now } from "~/platform/clock";
import { randomToken } from "~/platform/signing.server";
import { DAILY_CALLS } from "./call-words";

const KEEP_MS = 90 * DAY;

/**
 * Writes a call down before it is made, and says no when a person has had theirs for the day. Written first and counted
 * then: of many at once too few may go out, never too many.
 * @returns the call's id, or null
 */
export async function beginCall(userId: number, feature: AiFeature): Promise<string | null> {
  const endpoint = aiEndpoint();
  const at = now();
  const id = randomToken(16);
  await AiCallModel.create({
    _id: id,
    userId,
    feature,
    at,
    host: endpoint?.host ?? "",
    model: endpoint?.model ?? "",
    outcome: "running",
    expiresAt: new Date(at.getTime() + KEEP_MS),
  });
  const since = new Date(at.getTime() - DAY);
  const { $lte: latest } = notPassed(at, 0);
  const calls = await AiCallModel.countDocuments({ userId, at: { $gt: since, $lte: latest }, feature });
  if (calls <= DAILY_CALLS[feature]) return id;
  await AiCallModel.deleteOne({ _id: id });
  return null;
}

/** How a call ended. */
export async function endCall(
  id: string,
  end: Pick<AiCallRecord, "tokensIn" | "tokensOut" | "outcome" | "ms">,
): Promise<void> {
  await AiCallModel.updateOne({ _id: id }, { $set: end });
}

/** A call as its person reads it. */
export type AiCall = Omit<AiCallRecord, "_id" | "userId" | "expiresAt">;

/** A person's calls, newest first. */
export async function listAiCalls(userId: number, limit = 50): Promise<AiCall[]> {
  const records = await AiCallModel.find({ userId }).sort({ at: -1 }).limit(limit).lean();
  return records.map(({ feature, at, host, model, tokensIn, tokensOut, ms, outcome }) => ({
    feature,
    at,
    host,
    model,
    tokensIn,
    tokensOut,
    ms,
    outcome,
  }));
}
