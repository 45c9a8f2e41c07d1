import { env } from "./env.server";
import { requestContext } from "./request-context.server";

/**
 * The address for links that leave the page: the one that the settings name, else the one by which this request came, if that
 * is an address at home, else this machine's own. A job has no request.
 */
export function houseOrigin(): string {
  if (env.isOriginNamed) return env.PUBLIC_ORIGIN;
  return requestContext.getStore()?.homeOrigin?.() ?? env.PUBLIC_ORIGIN;
}
