import { z } from "zod";
import { now, wait } from "~/platform/clock";
import { aiEndpoint, createEndpointFetch, type AiEndpoint } from "./endpoint.server";
import {
  AnswerTooLongError,
  classifyFailure,
  createCircuit,
  type AiFailure,
  type ClassifiedFailure,
} from "./failure";

/** The object in a model's answer, which may be between words or in a fence; undefined where there is none. */
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

/**
 * A language model behind any OpenAI-compatible endpoint. Nothing is thrown for what an endpoint can do wrong: the answer
 * is a text, an object of the schema, or a code. It knows nothing of consent: `~/domain/ai/ask.server` is the way to it.
 */
type AiMessage = { role: "user" | "assistant"; content: string };
type AiUsage = { tokensIn: number; tokensOut: number };
export type AiPrompt = {
  system: string;
  messages: AiMessage[];
  maxOutputTokens?: number;
  /** The caller has gone. */
  signal?: AbortSignal;
  /** For all tries together. */
  timeoutMs?: number;
};
export type AiResult<T> =
  | { ok: true; value: T; usage: AiUsage }
  | { ok: false; code: AiFailure; /** What had come by then. */ text: string };

const TIMEOUT_MS = 20_000;
/** At most two more tries, and only where nothing of an answer was received. */
const TRIES = 3;
const FIRST_WAIT_MS = 300;

let circuit = createCircuit();
/** For tests, and for an operator's test call: forgets the failures so far. */
export function resetCircuit(): void {
  circuit = createCircuit();
  withoutSchemas.clear();
}

/** Endpoints (address and model) that refused a schema in the request; they get it in words. */
const withoutSchemas = new Set<string>();
const nameOf = ({ baseUrl, model }: AiEndpoint) => `${baseUrl} ${model}`;

/** Otherwise the client prints what it finds odd about an endpoint. */
(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

/** The client is large, and a house without an endpoint never loads it. */
const loadClient = () => Promise.all([import("ai"), import("@ai-sdk/openai-compatible")]);

async function clientFor(endpoint: AiEndpoint) {
  const [sdk, { createOpenAICompatible }] = await loadClient();
  const takesSchemas = !withoutSchemas.has(nameOf(endpoint));
  const provider = createOpenAICompatible({
    name: "endpoint",
    baseURL: endpoint.baseUrl,
    apiKey: endpoint.apiKey,
    includeUsage: true,
    supportsStructuredOutputs: takesSchemas,
    fetch: createEndpointFetch(endpoint),
  });
  return { sdk, model: provider(endpoint.model), takesSchemas };
}
type Client = Awaited<ReturnType<typeof clientFor>>;

type Outcome<T> = { value: T; usage: AiUsage };

/** Carries what had been received when a stream broke: a second try would repeat it. */
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

function verdictWithin(
  error: unknown,
  timeout: AbortSignal,
  asked: AbortSignal | undefined,
): ClassifiedFailure {
  if (timeout.aborted) return { code: "timeout", again: false };
  if (asked?.aborted) return { code: "aborted", again: false };
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
  // That it is loaded for the first time, perhaps on a slow machine, is not the endpoint's doing.
  await loadClient();
  const timeout = AbortSignal.timeout(ask.timeoutMs ?? TIMEOUT_MS);
  const signal = ask.signal ? AbortSignal.any([ask.signal, timeout]) : timeout;
  for (let tries = 1; ; tries++) {
    try {
      const outcome = await run(await clientFor(endpoint), signal);
      circuit.succeeded();
      return { ok: true, ...outcome };
    } catch (error) {
      const text = error instanceof BrokenStreamError ? error.text : "";
      const verdict = verdictWithin(error, timeout, ask.signal);
      if (verdict.plain && structured && !withoutSchemas.has(nameOf(endpoint))) {
        withoutSchemas.add(nameOf(endpoint));
        continue;
      }
      if (verdict.again && text === "" && tries < TRIES && (await pause(tries, verdict.waitMs, signal)))
        continue;
      const { code } = timeout.aborted ? { code: "timeout" as const } : verdict;
      note(code);
      return { ok: false, code, text };
    }
  }
}

/** Says whether there was time to wait. A server that wants longer than we have is not asked again. */
async function pause(tries: number, wanted: number | undefined, signal: AbortSignal): Promise<boolean> {
  const ms = wanted ?? FIRST_WAIT_MS * 2 ** (tries - 1);
  if (ms > TIMEOUT_MS / 4) return false;
  return wait(ms, signal).then(
    () => true,
    () => false,
  );
}

/** What a person or a wrong setting causes says nothing about the endpoint's health. */
function note(code: AiFailure): void {
  if (code === "timeout" || code === "unavailable" || code === "rate_limited")
    circuit.failed(now().getTime());
}

const inWords = (schema: z.ZodType) =>
  `Answer with one JSON object and nothing else. Its JSON schema: ${JSON.stringify(z.toJSONSchema(schema))}`;

/** An object of `schema`. Whatever else the model says is `bad_answer`. */
export function generateStructured<S extends z.ZodType>(
  ask: AiPrompt & { schema: S },
): Promise<AiResult<z.output<S>>> {
  return attempt(ask, true, async ({ sdk, model, takesSchemas }, abortSignal) => {
    const { messages, maxOutputTokens = 2_000, schema } = ask;
    const system = takesSchemas ? ask.system : `${ask.system}\n\n${inWords(schema)}`;
    const options = { model, system, messages, maxOutputTokens, abortSignal, maxRetries: 0 };
    let text: string;
    let usage: Partial<Record<"inputTokens" | "outputTokens", number>> = {};
    try {
      const result = await sdk.generateText({ ...options, output: sdk.Output.object({ schema }) });
      ({ text, usage } = result);
    } catch (error) {
      // The text is there, and we look into it ourselves: many endpoints wrap their object in words.
      if (!sdk.NoObjectGeneratedError.isInstance(error) || !error.text) throw error;
      text = error.text;
      usage = error.usage ?? {};
    }
    const parsed = schema.safeParse(extractJson(text));
    if (!parsed.success) throw new BadAnswerError("Not the shape that was asked for");
    return { value: parsed.data, usage: usageOf(usage) };
  });
}

/**
 * A text, piece by piece. `onText` gets each piece as it comes; the promise ends with all of it, or with the code and
 * what had come. Past `maxCharacters` it is cut off (`too_long`).
 */
export function streamText(
  ask: AiPrompt & { onText: (piece: string) => void; maxCharacters?: number },
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
      // Otherwise it is printed; it comes as a part of the stream as well.
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
        const piece = part.text.slice(0, maxCharacters - text.length);
        text += piece;
        onText(piece);
        if (piece.length < part.text.length) throw new AnswerTooLongError("The answer is too long");
      }
    } catch (error) {
      cut.abort();
      throw text ? new BrokenStreamError(text, { cause: error }) : error;
    }
    if (!text.trim()) throw new BadAnswerError("Nothing was said");
    return { value: text, usage: usageOf(usage) };
  });
}

function usageOf(usage: { inputTokens?: number; outputTokens?: number }): AiUsage {
  return { tokensIn: usage.inputTokens ?? 0, tokensOut: usage.outputTokens ?? 0 };
}
