import { ADDRESS_TOO_LONG } from "~/http/failure-responses.server";

/** Requests with a URL of more than 8 KB are rewritten to this path. */
export function loader() {
  return new Response(`${ADDRESS_TOO_LONG}\n`, {
    status: 414,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
