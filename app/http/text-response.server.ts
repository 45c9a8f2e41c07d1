import { readFile } from "node:fs/promises";
import path from "node:path";

type PublicType = "text/plain" | "application/xml" | "application/atom+xml" | "application/manifest+json";

/** A small text that is the same for everyone. */
export function textResponse(text: string, type: PublicType): Response {
  return new Response(text, {
    headers: { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "public, max-age=3600" },
  });
}

/** A built script whose URL never changes: browsers ask each time whether there is a new one. */
export async function scriptResponse(name: "offline-page" | "service-worker"): Promise<Response> {
  return new Response(await readFile(path.resolve(`.prepare/workers/${name}.js`)), {
    headers: { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache" },
  });
}
