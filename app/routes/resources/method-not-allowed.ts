import { METHOD_NOT_ALLOWED } from "~/http/failure-responses.server";

/** Requests with an unsupported method are rewritten to this path. */
export function loader() {
  return new Response(`${METHOD_NOT_ALLOWED}\n`, {
    status: 405,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      Allow: "GET, HEAD, POST",
    },
  });
}
