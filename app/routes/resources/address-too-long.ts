import { ADDRESS_TOO_LONG } from "~/http/failure-responses.server";

/** Where requests with an address of more than eight kilobytes are led. */
export function loader() {
  return new Response(`${ADDRESS_TOO_LONG}\n`, {
    status: 414,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
