import { env } from "~/platform/env.server";
import { AnswerTooLongError } from "./failure";

/** The configured OpenAI-compatible endpoint: the only external service that receives members' text. */
export type AiEndpoint = { baseUrl: string; apiKey: string | undefined; model: string; host: string };

/** The configured endpoint; null without one, and every feature then uses its built-in rules. */
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
