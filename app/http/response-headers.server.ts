import { requestContext } from "~/platform/request-context.server";

/**
 * Completes the headers of a response: with those that the request's loaders and actions have set, and with `no-store`
 * unless the response says how it may be cached. Neither a shared cache nor the back button may show a private page after
 * the sign-out.
 */
export function completeHeaders(headers: Headers): void {
  for (const [name, value] of requestContext.getStore()?.answerHeaders ?? [])
    if (!headers.has(name)) headers.set(name, value);
  if (headers.has("Cache-Control")) return;
  headers.set("Cache-Control", "no-store");
  headers.append("Vary", "Cookie");
}

/** Runs a loader or an action. A response that it returns or throws reaches the client as it is; Remix makes others of data. */
export async function withHeaders<T>(run: () => Promise<T> | T): Promise<T> {
  try {
    const result = await run();
    if (result instanceof Response) completeHeaders(result.headers);
    return result;
  } catch (error) {
    if (error instanceof Response) completeHeaders(error.headers);
    throw error;
  }
}
