import { env } from "~/platform/env.server";
import { AnswerTooLongError } from "./failure";

/** The one place outside where text may go, as the operator has set it. */
export type AiEndpoint = { baseUrl: string; apiKey: string | undefined; model: string; host: string };

/** The endpoint, or null where the rules of the house do all the work. */
export function aiEndpoint(): AiEndpoint | null {
  const { AI_BASE_URL: baseUrl, AI_API_KEY: apiKey, AI_MODEL: model } = env;
  if (!baseUrl || !model) return null;
  return { baseUrl: baseUrl.replace(/\/+$/, ""), apiKey, model, host: new URL(baseUrl).host };
}

/**
 * No answer that we ask for is longer; the rest is not read.
 * @internal Exported for tests.
 */
export const MAX_AI_RESPONSE_BYTES = 1024 * 1024;

/** Goes to the endpoint and nowhere else: no redirects, and never more than `MAX_AI_RESPONSE_BYTES` of an answer. */
export function createEndpointFetch(endpoint: AiEndpoint): typeof fetch {
  const { origin } = new URL(endpoint.baseUrl);
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (new URL(url).origin !== origin) throw new TypeError("Not the endpoint");
    const response = await fetch(input, { ...init, redirect: "error" });
    if (!response.body) return response;
    let received = 0;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          received += chunk.byteLength;
          if (received > MAX_AI_RESPONSE_BYTES) throw new AnswerTooLongError("The answer is too long");
          controller.enqueue(chunk);
        },
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(counted, { status, statusText, headers });
  };
}
