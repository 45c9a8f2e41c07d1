import { env } from "~/platform/env.server";

/** The configured OpenAI-compatible endpoint: the only external service that receives members' text. */
export type AiEndpoint = { baseUrl: string; apiKey: string | undefined; model: string; host: string };

/** Returns null if no endpoint is configured: every feature then uses its built-in rules. */
export function aiEndpoint(): AiEndpoint | null {
  const { AI_BASE_URL: baseUrl, AI_API_KEY: apiKey, AI_MODEL: model } = env;
  if (!baseUrl || !model) return null;
  return { baseUrl: baseUrl.replace(/\/+$/, ""), apiKey, model, host: new URL(baseUrl).host };
}

/** @internal Exported for tests. */
export const MAX_AI_RESPONSE_BYTES = 1024 * 1024;

/** A fetch function restricted to the endpoint's origin, without redirects. Responses over `MAX_AI_RESPONSE_BYTES` fail. */
export function createEndpointFetch(endpoint: AiEndpoint): typeof fetch {
  const { origin } = new URL(endpoint.baseUrl);
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (new URL(url).origin !== origin) throw new TypeError("The request is not for the configured endpoint");
    const response = await fetch(input, { ...init, redirect: "error" });
    if (!response.body) return response;
    let received = 0;
    const limited = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          received += chunk.byteLength;
          if (received > MAX_AI_RESPONSE_BYTES) throw new AnswerTooLongError("The answer is too long");
          controller.enqueue(chunk);
        },
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(limited, { status, statusText, headers });
  };
}

/**
 * Reasons for a model call without a usable answer:
 * - not_configured: there is no endpoint
 * - resting: the circuit breaker is open
 * - timeout: the time limit has passed; aborted: the caller has disconnected
 * - rate_limited, unavailable: a later call may succeed; rejected: the endpoint refuses the request
 * - too_long: the answer exceeds a limit; bad_answer: the answer does not match the schema or protocol
 */
const AI_FAILURES = [
  "not_configured",
  "resting",
  "timeout",
  "aborted",
  "rate_limited",
  "unavailable",
  "rejected",
  "too_long",
  "bad_answer",
] as const;
export type AiFailure = (typeof AI_FAILURES)[number];

export type ClassifiedFailure = {
  code: AiFailure;
  /** No part of an answer was received, so a retry is safe. */
  isRetryable: boolean;
  waitMs?: number;
  /** The endpoint may not support schemas in requests, so the schema is sent in the prompt instead. */
  canRetryWithoutSchema?: boolean;
};

export class AnswerTooLongError extends Error {
  override name = "AnswerTooLongError";
}

type ErrorLink = {
  name?: unknown;
  statusCode?: unknown;
  responseHeaders?: unknown;
  cause?: unknown;
  lastError?: unknown;
  code?: unknown;
};

/** Codes of failed connection attempts: the request was not sent, so it can be retried. */
const CONNECT_ERRORS = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

function causeChain(error: unknown): ErrorLink[] {
  const links: ErrorLink[] = [];
  for (let next = error; typeof next === "object" && next !== null && links.length < 8;) {
    const link = next as ErrorLink;
    links.push(link);
    next = link.lastError ?? link.cause;
  }
  return links;
}

/** Classifies an error of the client by names, codes and status. Never reads messages: they may contain members' text. */
export function classifyFailure(error: unknown): ClassifiedFailure {
  const links = causeChain(error);
  const hasName = (name: string) => links.some((link) => link.name === name);
  if (hasName("AnswerTooLongError")) return { code: "too_long", isRetryable: false };
  if (hasName("TimeoutError")) return { code: "timeout", isRetryable: false };
  if (hasName("AbortError")) return { code: "aborted", isRetryable: false };
  const status = links.map(({ statusCode }) => statusCode).find((value) => typeof value === "number");
  if (status !== undefined && status >= 400) {
    const headers = links.map(({ responseHeaders }) => responseHeaders).find(Boolean);
    const waitMs = retryAfterMs(headers as Record<string, string> | undefined);
    if (status === 429) return { code: "rate_limited", isRetryable: true, waitMs };
    if (status >= 500) return { code: "unavailable", isRetryable: true, waitMs };
    return { code: "rejected", isRetryable: false, canRetryWithoutSchema: status === 400 || status === 422 };
  }
  if (links.some(({ code }) => typeof code === "string" && CONNECT_ERRORS.has(code)))
    return { code: "unavailable", isRetryable: true };
  // The connection broke after the request was sent, so a retry could run it twice.
  if (links.some(({ code }) => typeof code === "string" && /^(UND_ERR_|ECONNRESET|EPIPE)/.test(code)))
    return { code: "unavailable", isRetryable: false };
  // The endpoint responded in another protocol.
  if (status !== undefined) return { code: "bad_answer", isRetryable: false };
  const isShapeError = links.some(({ name }) =>
    /^AI_(JSONParse|TypeValidation|NoObjectGenerated|NoOutputGenerated|InvalidResponseData|EmptyResponseBody|NoContentGenerated)/.test(
      String(name),
    ),
  );
  return { code: isShapeError ? "bad_answer" : "unavailable", isRetryable: false };
}

function retryAfterMs(headers: Record<string, string> | undefined): number | undefined {
  const seconds = Number(headers?.["retry-after"]);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

/**
 * Circuit breaker: after `CIRCUIT_FAILURE_THRESHOLD` consecutive failures it opens and calls fail at once. After
 * `CIRCUIT_OPEN_MS` it admits one trial call, whose outcome closes it or opens it again. `now` is in milliseconds.
 * @internal Exported for tests.
 */
export const CIRCUIT_FAILURE_THRESHOLD = 5;
/** @internal Exported for tests. */
export const CIRCUIT_OPEN_MS = 60_000;
/** A trial call that never reports its outcome blocks further trials for this long only. */
const TRIAL_TIMEOUT_MS = 30_000;

type Circuit = {
  /** Whether a call may start. While the circuit is open, true reserves the trial call. */
  admits: (now: number) => boolean;
  succeeded: () => void;
  failed: (now: number) => void;
};

export function createCircuit(): Circuit {
  let failures = 0;
  let blocked = { from: 0, until: 0 };
  return {
    admits(now) {
      if (failures < CIRCUIT_FAILURE_THRESHOLD) return true;
      // A clock that is set back ends the block instead of extending it.
      if (blocked.from <= now && now < blocked.until) return false;
      blocked = { from: now, until: now + TRIAL_TIMEOUT_MS };
      return true;
    },
    succeeded() {
      failures = 0;
    },
    failed(now) {
      failures += 1;
      if (failures >= CIRCUIT_FAILURE_THRESHOLD) blocked = { from: now, until: now + CIRCUIT_OPEN_MS };
    },
  };
}
