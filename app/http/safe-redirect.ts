import * as paths from "~/paths";

/** A same-origin path to go to after signing in; anything else becomes `fallback`. */
export function safeRedirect(target: unknown, fallback = paths.dashboard()): string {
  if (typeof target !== "string" || target.length > 2000) return fallback;
  // A path, printable, with no way to be read as another host ("//", "/\", "/%09/", "/%5c").
  if (
    !/^\/(?![/\\])[\x21-\x7e]*$/.test(target) ||
    /^\/(%09|%0a|%0d|%2f|%5c)/i.test(target) ||
    target.includes("\\")
  )
    return fallback;
  const url = new URL(target, "http://local.invalid");
  if (url.host !== "local.invalid" || /^\/+(login|auth|logout|admin-login|api)(\/|$|@)/.test(url.pathname))
    return fallback;
  return url.pathname.startsWith("//") ? fallback : url.pathname + url.search;
}
