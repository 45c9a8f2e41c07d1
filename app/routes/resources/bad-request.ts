import { BAD_REQUEST } from "~/http/failure-responses.server";

/** Where requests are led whose address cannot be read, or is another server's. */
export function loader() {
  return new Response(`${BAD_REQUEST}\n`, {
    status: 400,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
