import type { z } from "zod";
import { AiCallModel, type AiCallRecord } from "#models/ai-call.server";
import { DAY, notPassed } from "~/domain/calendar/durations";
import type { AiFeature } from "~/domain/member/preferences";
import { aiEndpoint } from "~/platform/ai/endpoint.server";
import type { AiFailure } from "~/platform/ai/failure";
import { generateStructured, streamText, type AiAnswer, type AiAsk } from "~/platform/ai/model.server";
import { now } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { randomToken } from "~/platform/signing.server";
import { DAILY_CALLS } from "./consent";
import { readAiAccess } from "./consent.server";

const KEEP_MS = 90 * DAY;

/**
 * Writes a call down before it is made, and says no when a person has had theirs for the day. Written first and counted
 * then: of many at once too few may go out, never too many.
 * @returns the call's id, or null
 */
async function beginCall(userId: number, feature: AiFeature): Promise<string | null> {
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
async function endCall(
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

/**
 * The only way from the product to a language model. Nothing leaves before the person's consent has been read from the
 * database, this very moment, and the call has been written down.
 */
export type AskFailure = AiFailure | "no_consent" | "daily_limit";
export type AskResult<T> =
  | { ok: true; value: T; host: string; model: string }
  | { ok: false; code: AskFailure; /** What had come. */ text: string };

async function ask<T>(
  userId: number,
  feature: AiFeature,
  call: () => Promise<AiAnswer<T>>,
): Promise<AskResult<T>> {
  const access = await readAiAccess(userId, feature);
  if (access.state === "off") return { ok: false, code: "not_configured", text: "" };
  if (access.state === "ask") return { ok: false, code: "no_consent", text: "" };
  const id = await beginCall(userId, feature);
  if (!id) return { ok: false, code: "daily_limit", text: "" };
  const begun = now().getTime();
  const answer = await call();
  const ms = now().getTime() - begun;
  const usage = answer.ok ? answer.usage : { tokensIn: 0, tokensOut: 0 };
  const outcome = answer.ok ? "ok" : answer.code;
  await endCall(id, { ...usage, ms, outcome });
  log.info("ai.called", { feature, outcome, ms });
  const { host, model } = access;
  return answer.ok ? { ok: true, value: answer.value, host, model } : answer;
}

/** Asks for an object of a schema. */
export function askStructured<S extends z.ZodType>(
  userId: number,
  feature: AiFeature,
  options: AiAsk & { schema: S },
): Promise<AskResult<z.output<S>>> {
  return ask(userId, feature, () => generateStructured(options));
}

/** Asks for a text and hands on its pieces as they come. */
export function askStreaming(
  userId: number,
  feature: AiFeature,
  options: AiAsk & { onText: (piece: string) => void; maxCharacters?: number },
): Promise<AskResult<string>> {
  return ask(userId, feature, () => streamText(options));
}
