import { linkCookies, readCookie } from "./cookies.server";

/**
 * The secret of an emailed link, moved from the address into a short-lived cookie, so that it ends up in no history, log or
 * Referer.
 */
export type LinkPurpose = keyof typeof linkCookies;

export function keepLinkSecret(purpose: LinkPurpose, secret: string): Promise<string> {
  return linkCookies[purpose].serialize(secret.slice(0, 200));
}

export function readLinkSecret(purpose: LinkPurpose, request: Request): Promise<string | undefined> {
  return readCookie(linkCookies[purpose], request);
}

export function clearLinkSecret(purpose: LinkPurpose): Promise<string> {
  return linkCookies[purpose].serialize("", { maxAge: 0 });
}
