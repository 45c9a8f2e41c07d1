import type { z } from "zod";
import { AiCallModel, type AiCallRecord } from "#models/insight.server";
import { UserModel } from "#models/user.server";
import { DAY, pendingDeadline } from "~/domain/calendar/durations";
import {
  hasConsent,
  NO_CONSENT,
  updateConsent,
  type AiConsent,
  type AiFeature,
} from "~/domain/member/preferences";
import { aiEndpoint, type AiFailure } from "~/platform/ai/endpoint.server";
import { generateStructured, streamText, type AiPrompt, type AiResult } from "~/platform/ai/model.server";
import { now } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { randomToken } from "~/platform/signing.server";
import { MAX_DAILY_CALLS } from "./consent";

/**
 * `off`: no endpoint is configured; `ask`: the member has not consented to this endpoint and text; `given`:
 * the model may be called.
 */
export type AiAccess = { state: "off" } | { state: "ask" | "given"; host: string; model: string };

export function aiAccess(consent: AiConsent, feature: AiFeature): AiAccess {
  const endpoint = aiEndpoint();
  if (!endpoint) return { state: "off" };
  const { host, model } = endpoint;
  return { state: hasConsent(consent, feature, host) ? "given" : "ask", host, model };
}

/**
 * Reads the consent from the database instead of the loaded member, so that a withdrawal takes effect at
 * once.
 */
export async function readAiAccess(userId: number, feature: AiFeature): Promise<AiAccess> {
  return aiAccess(await readConsent(userId), feature);
}

async function readConsent(userId: number): Promise<AiConsent> {
  const user = await UserModel.findById(userId, { aiConsent: 1 }).lean();
  return { ...NO_CONSENT, ...user?.aiConsent };
}

type ConsentResult = { ok: true } | { ok: false; code: "no_endpoint" | "another_host" };

/**
 * Gives or withdraws consent to a feature. Consent names the host that the member was shown; if the operator
 * has changed it since, the result is `another_host`. A withdrawal never fails.
 */
export async function setAiConsent(
  userId: number,
  feature: AiFeature,
  answer: { given: true; host: string } | { given: false },
): Promise<ConsentResult> {
  const endpoint = aiEndpoint();
  if (!answer.given) {
    await UserModel.updateOne(
      { _id: userId },
      { $set: { [`aiConsent.${feature}`]: false, "aiConsent.at": now() } },
    );
    return { ok: true };
  }
  if (!endpoint) return { ok: false, code: "no_endpoint" };
  if (endpoint.host !== answer.host) return { ok: false, code: "another_host" };
  const before = await readConsent(userId);
  const next = updateConsent(before, { feature, given: true, host: endpoint.host, at: now() });
  // The version covers text and host. While it is unchanged, only this feature is written, so that a
  // concurrent withdrawal of the other one survives.
  const isSameVersion = before.version === next.version;
  await UserModel.updateOne(
    { _id: userId },
    {
      $set: isSameVersion ? { [`aiConsent.${feature}`]: true, "aiConsent.at": next.at } : { aiConsent: next },
    },
  );
  return { ok: true };
}

const CALL_RETENTION_MS = 90 * DAY;

/**
 * Records a call before it is made. The record is inserted first and counted second, so concurrent calls can
 * fall short of the daily limit but never exceed it.
 * @returns the id of the call, or null when the daily limit is reached
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
    expiresAt: new Date(at.getTime() + CALL_RETENTION_MS),
  });
  const since = new Date(at.getTime() - DAY);
  const { $lte: latest } = pendingDeadline(at, 0);
  const calls = await AiCallModel.countDocuments({ userId, at: { $gt: since, $lte: latest }, feature });
  if (calls <= MAX_DAILY_CALLS[feature]) return id;
  await AiCallModel.deleteOne({ _id: id });
  return null;
}

async function endCall(
  id: string,
  end: Pick<AiCallRecord, "tokensIn" | "tokensOut" | "outcome" | "ms">,
): Promise<void> {
  await AiCallModel.updateOne({ _id: id }, { $set: end });
}

/** A logged call, as the member sees it. */
export type AiCall = Omit<AiCallRecord, "_id" | "userId" | "expiresAt">;

/** Logged calls of a member, newest first. */
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

export type AskFailure = AiFailure | "no_consent" | "daily_limit";
type AskResult<T> =
  | { ok: true; value: T; host: string; model: string }
  | { ok: false; code: AskFailure; /** Text received before the failure. */ text: string };

/**
 * The only way to a model: reads the consent, records the call, and only then sends it.
 */
async function ask<T>(
  userId: number,
  feature: AiFeature,
  call: () => Promise<AiResult<T>>,
): Promise<AskResult<T>> {
  const access = await readAiAccess(userId, feature);
  if (access.state === "off") return { ok: false, code: "not_configured", text: "" };
  if (access.state === "ask") return { ok: false, code: "no_consent", text: "" };
  const id = await beginCall(userId, feature);
  if (!id) return { ok: false, code: "daily_limit", text: "" };
  const startedAt = now().getTime();
  const answer = await call();
  const ms = now().getTime() - startedAt;
  const usage = answer.ok ? answer.usage : { tokensIn: 0, tokensOut: 0 };
  const outcome = answer.ok ? "ok" : answer.code;
  await endCall(id, { ...usage, ms, outcome });
  log.info("ai.called", { feature, outcome, ms });
  const { host, model } = access;
  return answer.ok ? { ok: true, value: answer.value, host, model } : answer;
}

/** Requests an object that satisfies a schema. */
export function askStructured<S extends z.ZodType>(
  userId: number,
  feature: AiFeature,
  options: AiPrompt & { schema: S },
): Promise<AskResult<z.output<S>>> {
  return ask(userId, feature, () => generateStructured(options));
}

/** Requests a text and passes its parts to `onText` as they arrive. */
export function askStreaming(
  userId: number,
  feature: AiFeature,
  options: AiPrompt & { onText: (piece: string) => void; maxCharacters?: number },
): Promise<AskResult<string>> {
  return ask(userId, feature, () => streamText(options));
}
