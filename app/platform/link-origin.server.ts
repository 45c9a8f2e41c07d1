import { env } from "./env.server";
import { isTailnetName } from "./private-host";
import { requestContext } from "./request-context.server";

/**
 * The address for links that leave the page: the one that the settings name, else the one by which this request came, if that
 * is an address at home, else this machine's own. A job has no request.
 */
export function linkOrigin(): string {
  if (env.isOriginNamed) return env.PUBLIC_ORIGIN;
  return requestContext.getStore()?.homeOrigin?.() ?? env.PUBLIC_ORIGIN;
}

/**
 * The origin for links with a secret in mails; null where such a mail must not be sent. Without PUBLIC_ORIGIN the Host
 * header names it, and anyone can send the name of a tailnet that they own.
 */
export function secretMailOrigin(): string | null {
  const origin = linkOrigin();
  return !env.isOriginNamed && isTailnetName(new URL(origin).hostname) ? null : origin;
}
