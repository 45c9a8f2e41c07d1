import { isReady } from "~/domain/operations/failures.server";

/** Readiness probe: whether the database responds. */
export async function loader() {
  const ready = await isReady();
  return new Response(ready ? "ready\n" : "the database does not answer\n", {
    status: ready ? 200 : 503,
    headers: { "Content-Type": "text/plain", "Cache-Control": "no-store" },
  });
}
