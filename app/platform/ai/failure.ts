/**
 * Why a model gave no answer that can be used:
 * - not_configured: there is no endpoint
 * - resting: it failed too often just now and is left alone for a minute
 * - timeout: no answer within the time; aborted: the caller has gone
 * - rate_limited, unavailable: it may work later; rejected: the endpoint refuses our request
 * - too_long: more than may be read; bad_answer: not what was asked for
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

/** What an error of a call means, and whether asking once more can do no harm: nothing of an answer was received. */
export type ClassifiedFailure = {
  code: AiFailure;
  again: boolean;
  waitMs?: number;
  /** It may not know how to answer by a schema. */
  plain?: boolean;
};

/** An answer that is larger than we read. */
export class AnswerTooLongError extends Error {
  override name = "AnswerTooLongError";
}

type Failed = {
  name?: unknown;
  statusCode?: unknown;
  responseHeaders?: unknown;
  cause?: unknown;
  lastError?: unknown;
  code?: unknown;
};

/** The connection was never made, so nothing was asked yet. */
const NEVER_REACHED = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

function chain(error: unknown): Failed[] {
  const links: Failed[] = [];
  for (let next = error; typeof next === "object" && next !== null && links.length < 8;) {
    const link = next as Failed;
    links.push(link);
    next = link.lastError ?? link.cause;
  }
  return links;
}

/** Judges what the client threw. Never looks at texts: they may hold what people wrote. */
export function classifyFailure(error: unknown): ClassifiedFailure {
  const links = chain(error);
  const named = (name: string) => links.some((link) => link.name === name);
  if (named("AnswerTooLongError")) return { code: "too_long", again: false };
  if (named("TimeoutError")) return { code: "timeout", again: false };
  if (named("AbortError")) return { code: "aborted", again: false };
  const status = links.map(({ statusCode }) => statusCode).find((value) => typeof value === "number");
  if (status !== undefined && status >= 400) {
    const headers = links.map(({ responseHeaders }) => responseHeaders).find(Boolean);
    const waitMs = retryAfterMs(headers as Record<string, string> | undefined);
    if (status === 429) return { code: "rate_limited", again: true, waitMs };
    if (status >= 500) return { code: "unavailable", again: true, waitMs };
    return { code: "rejected", again: false, plain: status === 400 || status === 422 };
  }
  if (links.some(({ code }) => typeof code === "string" && NEVER_REACHED.has(code)))
    return { code: "unavailable", again: true };
  // The line was cut: what was said by then is not said again.
  if (links.some(({ code }) => typeof code === "string" && /^(UND_ERR_|ECONNRESET|EPIPE)/.test(code)))
    return { code: "unavailable", again: false };
  // It answered, but not in the shape of this interface.
  if (status !== undefined) return { code: "bad_answer", again: false };
  const isShape = links.some(({ name }) =>
    /^AI_(JSONParse|TypeValidation|NoObjectGenerated|NoOutputGenerated|InvalidResponseData|EmptyResponseBody|NoContentGenerated)/.test(
      String(name),
    ),
  );
  return { code: isShape ? "bad_answer" : "unavailable", again: false };
}

function retryAfterMs(headers: Record<string, string> | undefined): number | undefined {
  const seconds = Number(headers?.["retry-after"]);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

/**
 * A breaker in front of a service: after `CIRCUIT_FAILURE_THRESHOLD` failures it opens and calls fail at once; after `CIRCUIT_OPEN_MS` one
 * call may try, and its outcome decides. The moment is passed in.
 * @internal Exported for tests.
 */
export const CIRCUIT_FAILURE_THRESHOLD = 5;
/** @internal Exported for tests. */
export const CIRCUIT_OPEN_MS = 60_000;
/** A trial that never reports (its process was busy dying) does not keep the others out for ever. */
const TRIAL_MS = 30_000;

export type Circuit = {
  /** Whether a call may go out now. */
  admits: (now: number) => boolean;
  succeeded: () => void;
  failed: (now: number) => void;
};

export function createCircuit(): Circuit {
  let failures = 0;
  let closed = { from: 0, until: 0 };
  return {
    admits(now) {
      if (failures < CIRCUIT_FAILURE_THRESHOLD) return true;
      // A clock that is set back ends the rest instead of lengthening it.
      if (closed.from <= now && now < closed.until) return false;
      closed = { from: now, until: now + TRIAL_MS };
      return true;
    },
    succeeded() {
      failures = 0;
    },
    failed(now) {
      failures += 1;
      if (failures >= CIRCUIT_FAILURE_THRESHOLD) closed = { from: now, until: now + CIRCUIT_OPEN_MS };
    },
  };
}
