import { createCookie } from "@remix-run/node";
import { isHttps } from "~/platform/env.server";
import { readCookie } from "./cookies.server";

/**
 * The secret of an emailed link, moved from the address into a short-lived cookie, so that it ends up in no history, log or
 * Referer.
 */
export type LinkPurpose = "verify" | "reset" | "email";

const cookieFor = (purpose: LinkPurpose) =>
  createCookie(`${isHttps ? "__Host-" : ""}link-${purpose}`, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: isHttps,
    maxAge: 30 * 60,
  });

export function keepLinkSecret(purpose: LinkPurpose, secret: string): Promise<string> {
  return cookieFor(purpose).serialize(secret.slice(0, 200));
}

export function readLinkSecret(purpose: LinkPurpose, request: Request): Promise<string | undefined> {
  return readCookie(cookieFor(purpose), request);
}

export function clearLinkSecret(purpose: LinkPurpose): Promise<string> {
  return cookieFor(purpose).serialize("", { maxAge: 0 });
}
