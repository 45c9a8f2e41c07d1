import type { z } from "zod";
import { wait } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { randomToken } from "~/platform/signing.server";

/** The payment service did not answer, or not in time, or is in trouble: the same may work later. */
export class PaymentsAwayError extends Error {
  override name = "PaymentsAwayError";
}

/** The payment service understood and refused. `code` is its own word; the message holds nothing of the person. */
export class PaymentsRefusedError extends Error {
  override name = "PaymentsRefusedError";
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(`refused with ${status} ${code}`);
  }
}

/** Answers are read in this version, whatever the account's default is. */
const VERSION = "2025-03-31.basil";
const TRIES = 3;
const WAITS_MS = [250, 800];

type Parameter = string | number | boolean | undefined | Parameter[] | { [name: string]: Parameter };
export type Parameters = { [name: string]: Parameter };

/**
 * Nested parameters as the interface takes them: `metadata[tier]=tier1&line_items[0][price]=…`.
 * @internal Exported for tests.
 */
export function encodeParameters(parameters: Parameters): URLSearchParams {
  const flat = new URLSearchParams();
  const add = (name: string, value: Parameter): void => {
    if (value === undefined) return;
    if (Array.isArray(value)) value.forEach((item, index) => add(`${name}[${index}]`, item));
    else if (typeof value === "object")
      for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
    else flat.append(name, String(value));
  };
  for (const [name, value] of Object.entries(parameters)) add(name, value);
  return flat;
}

type Call = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  parameters?: Parameters;
  /** Names a write for ever: repeated after a lost answer it happens once. */
  idempotencyKey?: string;
  timeoutMs?: number;
};

/**
 * One call of the payment service. What may work a moment later is tried again, writes under the same idempotency key.
 * @throws PaymentsAwayError, PaymentsRefusedError
 */
export async function callStripe<S extends z.ZodType>(schema: S, call: Call): Promise<z.output<S>> {
  const key = call.method === "GET" ? undefined : (call.idempotencyKey ?? randomToken(18));
  for (let tries = 1; ; tries++) {
    const answer = await once(call, key);
    if ("body" in answer) {
      const read = schema.safeParse(answer.body);
      if (read.success) return read.data;
      log.error("payments.unreadable", new Error(`${call.method} ${call.path.split("/")[0]}`));
      throw new PaymentsAwayError("the answer could not be read");
    }
    if (tries === TRIES) {
      log.warn("payments.away", { reason: answer.reason, tries });
      throw new PaymentsAwayError(answer.reason);
    }
    await wait((WAITS_MS[tries - 1] ?? 0) * (0.75 + Math.random() / 2));
  }
}

async function once(
  { method, path, parameters = {}, timeoutMs = 8_000 }: Call,
  idempotencyKey: string | undefined,
): Promise<{ body: unknown } | { reason: string }> {
  const base = new URL(env.STRIPE_API_URL ?? "https://api.stripe.com");
  const url = new URL(`${base.pathname.replace(/\/$/, "")}/v1/${path}`, base);
  const encoded = encodeParameters(parameters);
  if (method !== "POST") for (const [name, value] of encoded) url.searchParams.append(name, value);
  let status: number;
  let body: unknown;
  try {
    const response = await fetch(url, {
      method,
      headers: {
        Authorization: `Bearer ${env.STRIPE_SECRET_KEY ?? ""}`,
        "Stripe-Version": VERSION,
        ...(idempotencyKey ? { "Idempotency-Key": idempotencyKey } : {}),
      },
      body: method === "POST" ? encoded : undefined,
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = response.status;
    body = await response.json();
  } catch (error) {
    return { reason: error instanceof Error ? error.name : "failed" };
  }
  if (status < 300) return { body };
  const code = errorCode(body);
  // Another call with the same key is still at work, or there are too many calls, or the service is in trouble.
  if (status >= 500 || status === 429 || (status === 409 && code !== "idempotency_error"))
    return { reason: `status ${status}` };
  throw new PaymentsRefusedError(status, code);
}

function errorCode(body: unknown): string {
  const error = typeof body === "object" && body !== null && "error" in body ? body.error : null;
  if (typeof error !== "object" || error === null) return "unknown";
  const { code, type } = error as { code?: unknown; type?: unknown };
  const word = typeof code === "string" ? code : type;
  return typeof word === "string" && /^[a-z_]{1,60}$/.test(word) ? word : "unknown";
}
