import { z } from "zod";
import { now, wait } from "~/platform/clock";
import {
  aiEndpoint,
  AnswerTooLongError,
  classifyFailure,
  createCircuit,
  createEndpointFetch,
  type AiEndpoint,
  type AiFailure,
  type ClassifiedFailure,
} from "./endpoint.server";

/**
 * Client of a language model behind an OpenAI-compatible endpoint. Failures of the endpoint are returned as codes, never
 * thrown. Callers use `~/domain/ai/model-access.server`, which checks consent.
 */

/** The JSON object in a model's answer, which may surround it with prose or a code fence; undefined if there is none. */
export function extractJson(text: string): unknown {
  const from = text.indexOf("{");
  const to = text.lastIndexOf("}");
  if (from < 0 || to < from) return undefined;
  try {
    return JSON.parse(text.slice(from, to + 1));
  } catch {
    return undefined;
  }
}

type AiMessage = { role: "user" | "assistant"; content: string };
type AiUsage = { tokensIn: number; tokensOut: number };
export type AiPrompt = {
  system: string;
  messages: AiMessage[];
  maxOutputTokens?: number;
  /** Aborts when the caller disconnects. */
  signal?: AbortSignal;
  /** The limit for all attempts together. */
  timeoutMs?: number;
};
export type AiResult<T> =
  | { ok: true; value: T; usage: AiUsage }
  | { ok: false; code: AiFailure; /** The part of a stream received before the failure. */ text: string };

const TIMEOUT_MS = 20_000;
const MAX_ATTEMPTS = 3;
const FIRST_RETRY_MS = 300;

let circuit = createCircuit();
/** Resets the circuit breaker and the known schema support: for tests and an operator's test call. */
export function resetCircuit(): void {
  circuit = createCircuit();
  withoutSchemas.clear();
}

/** Endpoints (URL and model) that rejected a schema in a request. Their prompts contain the schema as text. */
const withoutSchemas = new Set<string>();
const endpointKey = ({ baseUrl, model }: AiEndpoint) => `${baseUrl} ${model}`;

/** Silences the warnings that the SDK prints about an endpoint. */
(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

/** Loaded on the first call: the SDK is large, and most instances have no endpoint. */
const loadSdk = () => Promise.all([import("ai"), import("@ai-sdk/openai-compatible")]);

async function clientFor(endpoint: AiEndpoint) {
  const [sdk, { createOpenAICompatible }] = await loadSdk();
  const supportsSchemas = !withoutSchemas.has(endpointKey(endpoint));
  const provider = createOpenAICompatible({
    name: "endpoint",
    baseURL: endpoint.baseUrl,
    apiKey: endpoint.apiKey,
    includeUsage: true,
    supportsStructuredOutputs: supportsSchemas,
    fetch: createEndpointFetch(endpoint),
  });
  return { sdk, model: provider(endpoint.model), supportsSchemas };
}
type Client = Awaited<ReturnType<typeof clientFor>>;

type Outcome<T> = { value: T; usage: AiUsage };

/** Carries the text received before a stream broke. There is no retry, because it would send that text again. */
class BrokenStreamError extends Error {
  constructor(
    readonly text: string,
    options: { cause: unknown },
  ) {
    super("The stream broke", options);
  }
}
class BadAnswerError extends Error {
  override name = "AI_NoObjectGeneratedError";
}

function classifyAttempt(
  error: unknown,
  timeout: AbortSignal,
  caller: AbortSignal | undefined,
): ClassifiedFailure {
  if (timeout.aborted) return { code: "timeout", isRetryable: false };
  if (caller?.aborted) return { code: "aborted", isRetryable: false };
  return classifyFailure(error);
}

async function attempt<T>(
  ask: AiPrompt,
  structured: boolean,
  run: (client: Client, signal: AbortSignal) => Promise<Outcome<T>>,
): Promise<AiResult<T>> {
  const endpoint = aiEndpoint();
  if (!endpoint) return { ok: false, code: "not_configured", text: "" };
  if (!circuit.admits(now().getTime())) return { ok: false, code: "resting", text: "" };
  // The first load of the SDK on a slow machine does not count towards the endpoint's timeout.
  await loadSdk();
  const timeout = AbortSignal.timeout(ask.timeoutMs ?? TIMEOUT_MS);
  const signal = ask.signal ? AbortSignal.any([ask.signal, timeout]) : timeout;
  for (let tries = 1; ; tries++) {
    try {
      const outcome = await run(await clientFor(endpoint), signal);
      circuit.succeeded();
      return { ok: true, ...outcome };
    } catch (error) {
      const text = error instanceof BrokenStreamError ? error.text : "";
      const failure = classifyAttempt(error, timeout, ask.signal);
      if (failure.canRetryWithoutSchema && structured && !withoutSchemas.has(endpointKey(endpoint))) {
        withoutSchemas.add(endpointKey(endpoint));
        continue;
      }
      if (
        failure.isRetryable &&
        text === "" &&
        tries < MAX_ATTEMPTS &&
        (await waitForRetry(tries, failure.waitMs, signal))
      )
        continue;
      const code = timeout.aborted ? "timeout" : failure.code;
      recordFailure(code);
      return { ok: false, code, text };
    }
  }
}

/** Waits before a retry. @returns false if the endpoint's Retry-After exceeds a quarter of the timeout, or on abort */
async function waitForRetry(
  tries: number,
  retryAfterMs: number | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  const ms = retryAfterMs ?? FIRST_RETRY_MS * 2 ** (tries - 1);
  if (ms > TIMEOUT_MS / 4) return false;
  return wait(ms, signal).then(
    () => true,
    () => false,
  );
}

/** Only failures of the endpoint open the circuit, not those caused by the caller or the settings. */
function recordFailure(code: AiFailure): void {
  if (code === "timeout" || code === "unavailable" || code === "rate_limited")
    circuit.failed(now().getTime());
}

const schemaInstruction = (schema: z.ZodType) =>
  `Answer with one JSON object and nothing else. Its JSON schema: ${JSON.stringify(z.toJSONSchema(schema))}`;

/** Asks for an object that matches `schema`; any other answer fails with `bad_answer`. */
export function generateStructured<S extends z.ZodType>(
  ask: AiPrompt & { schema: S },
): Promise<AiResult<z.output<S>>> {
  return attempt(ask, true, async ({ sdk, model, supportsSchemas }, abortSignal) => {
    const { messages, maxOutputTokens = 2_000, schema } = ask;
    const system = supportsSchemas ? ask.system : `${ask.system}\n\n${schemaInstruction(schema)}`;
    const options = { model, system, messages, maxOutputTokens, abortSignal, maxRetries: 0 };
    let text: string;
    let usage: Partial<Record<"inputTokens" | "outputTokens", number>> = {};
    try {
      const result = await sdk.generateText({ ...options, output: sdk.Output.object({ schema }) });
      ({ text, usage } = result);
    } catch (error) {
      // Many endpoints surround the object with prose, so it is extracted from the text.
      if (!sdk.NoObjectGeneratedError.isInstance(error) || !error.text) throw error;
      text = error.text;
      usage = error.usage ?? {};
    }
    const parsed = schema.safeParse(extractJson(text));
    if (!parsed.success) throw new BadAnswerError("The answer does not match the schema");
    return { value: parsed.data, usage: usageOf(usage) };
  });
}

/**
 * Streams a text: `onText` receives each chunk, the promise resolves with the whole text, or with a code and the part
 * received so far. A text over `maxCharacters` is cut off and fails with `too_long`.
 */
export function streamText(
  ask: AiPrompt & { onText: (chunk: string) => void; maxCharacters?: number },
): Promise<AiResult<string>> {
  return attempt(ask, false, async ({ sdk, model }, abortSignal) => {
    const { system, messages, maxOutputTokens = 800, maxCharacters = 8_000, onText } = ask;
    const cut = new AbortController();
    const stream = sdk.streamText({
      model,
      system,
      messages,
      maxOutputTokens,
      maxRetries: 0,
      abortSignal: AbortSignal.any([abortSignal, cut.signal]),
      // The default handler prints the error, which is also a part of the stream.
      onError: () => undefined,
    });
    let text = "";
    let usage: Parameters<typeof usageOf>[0] = {};
    try {
      for await (const part of stream.fullStream) {
        if (part.type === "error") throw part.error;
        if (part.type === "abort") throw new DOMException("Aborted", "AbortError");
        if (part.type === "finish") usage = part.totalUsage;
        if (part.type !== "text-delta" || !part.text) continue;
        const chunk = part.text.slice(0, maxCharacters - text.length);
        text += chunk;
        onText(chunk);
        if (chunk.length < part.text.length) throw new AnswerTooLongError("The answer is too long");
      }
    } catch (error) {
      cut.abort();
      throw text ? new BrokenStreamError(text, { cause: error }) : error;
    }
    if (!text.trim()) throw new BadAnswerError("The answer is empty");
    return { value: text, usage: usageOf(usage) };
  });
}

function usageOf(usage: { inputTokens?: number; outputTokens?: number }): AiUsage {
  return { tokensIn: usage.inputTokens ?? 0, tokensOut: usage.outputTokens ?? 0 };
}
