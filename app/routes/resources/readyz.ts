import { isReady } from "~/domain/operations/failures.server";

/** Ready: the database answers. */
export async function loader() {
  const ready = await isReady();
  return new Response(ready ? "ready\n" : "the database does not answer\n", {
    status: ready ? 200 : 503,
    headers: { "Content-Type": "text/plain", "Cache-Control": "no-store" },
  });
}
