import type { z } from "zod";
import type { AiFeature } from "~/domain/member/consent";
import type { AiFailure } from "~/platform/ai/failure";
import { generateStructured, streamText, type AiAnswer, type AiAsk } from "~/platform/ai/model.server";
import { now } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { beginCall, endCall } from "./calls.server";
import { readAiAccess } from "./consent.server";

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
