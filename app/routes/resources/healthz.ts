import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerDoctorProbe } from "~/http/monitoring.server";

/** Liveness probe. */
export function loader({ request }: LoaderFunctionArgs) {
  const headers = new Headers({ "Content-Type": "text/plain", "Cache-Control": "no-store" });
  const probeReply = answerDoctorProbe(request);
  if (probeReply) headers.set("X-Doctor", probeReply);
  return new Response("ok\n", { headers });
}
