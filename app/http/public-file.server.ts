/** A small text that is the same for everybody. */
export function publicFile(text: string, type: "text/plain" | "application/xml"): Response {
  return new Response(text, {
    headers: { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "public, max-age=3600" },
  });
}
