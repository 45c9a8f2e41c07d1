import type { z } from "zod";
import { AiCallModel, type AiCallRecord } from "#models/ai-call.server";
import { UserModel } from "#models/user.server";
import { DAY, pendingDeadline } from "~/domain/calendar/durations";
import {
  hasConsent,
  NO_CONSENT,
  updateConsent,
  type AiConsent,
  type AiFeature,
} from "~/domain/member/preferences";
import { aiEndpoint } from "~/platform/ai/endpoint.server";
import type { AiFailure } from "~/platform/ai/failure";
import { generateStructured, streamText, type AiPrompt, type AiResult } from "~/platform/ai/model.server";
import { now } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { randomToken } from "~/platform/signing.server";
import { MAX_DAILY_CALLS } from "./consent";

/** `off`: there is no endpoint; `ask`: the person has not agreed to this endpoint and text; `given`: it may be used. */
export type AiAccess = { state: "off" } | { state: "ask" | "given"; host: string; model: string };

/** The state of a feature, for a page. */
export function aiAccess(consent: AiConsent, feature: AiFeature): AiAccess {
  const endpoint = aiEndpoint();
  if (!endpoint) return { state: "off" };
  const { host, model } = endpoint;
  return { state: hasConsent(consent, feature, host) ? "given" : "ask", host, model };
}

/** The same as the database has it this moment: a consent that was withdrawn a second ago counts as withdrawn. */
export async function readAiAccess(userId: number, feature: AiFeature): Promise<AiAccess> {
  return aiAccess(await readConsent(userId), feature);
}

async function readConsent(userId: number): Promise<AiConsent> {
  const user = await UserModel.findById(userId, { aiConsent: 1 }).lean();
  return { ...NO_CONSENT, ...user?.aiConsent };
}

export type ConsentResult = { ok: true } | { ok: false; code: "no_endpoint" | "another_host" };

/**
 * Keeps a person's word on a feature. `host` is the one that they were shown: if the operator has changed it since, they
 * are asked again. Withdrawing always works.
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
  // Only what was said is written where the rest still counts, so that a withdrawal in between stays one.
  const isSame = before.version === next.version;
  await UserModel.updateOne(
    { _id: userId },
    { $set: isSame ? { [`aiConsent.${feature}`]: true, "aiConsent.at": next.at } : { aiConsent: next } },
  );
  return { ok: true };
}

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
  const { $lte: latest } = pendingDeadline(at, 0);
  const calls = await AiCallModel.countDocuments({ userId, at: { $gt: since, $lte: latest }, feature });
  if (calls <= MAX_DAILY_CALLS[feature]) return id;
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
  call: () => Promise<AiResult<T>>,
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
  options: AiPrompt & { schema: S },
): Promise<AskResult<z.output<S>>> {
  return ask(userId, feature, () => generateStructured(options));
}

/** Asks for a text and hands on its pieces as they come. */
export function askStreaming(
  userId: number,
  feature: AiFeature,
  options: AiPrompt & { onText: (piece: string) => void; maxCharacters?: number },
): Promise<AskResult<string>> {
  return ask(userId, feature, () => streamText(options));
}
