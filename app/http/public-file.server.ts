type PublicType = "text/plain" | "application/xml" | "application/atom+xml" | "application/manifest+json";

/** A small text that is the same for everyone. */
export function publicFile(text: string, type: PublicType): Response {
  return new Response(text, {
    headers: { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "public, max-age=3600" },
  });
}

/** A script with an address that stays: browsers ask each time whether there is a new one. */
export function scriptFile(source: string): Response {
  return new Response(source, {
    headers: { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache" },
  });
}
