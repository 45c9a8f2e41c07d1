import { METHOD_NOT_ALLOWED } from "~/http/outcome";

/** Where requests of methods that nobody takes are led. */
export function loader() {
  return new Response(`${METHOD_NOT_ALLOWED}\n`, {
    status: 405,
    headers: { "Content-Type": "text/plain; charset=utf-8", Allow: "GET, HEAD, POST" },
  });
}
