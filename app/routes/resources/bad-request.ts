import { BAD_REQUEST } from "~/http/failure-responses.server";

/** Requests with an invalid URL or for another host are rewritten to this path. */
export function loader() {
  return new Response(`${BAD_REQUEST}\n`, {
    status: 400,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
