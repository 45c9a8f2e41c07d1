import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerDoctorProbe } from "~/http/monitoring.server";

/** Liveness probe. X-Doctor is the response to a signed challenge that `npm run doctor` adds to the URL. */
export function loader({ request }: LoaderFunctionArgs) {
  const headers = new Headers({ "Content-Type": "text/plain", "Cache-Control": "no-store" });
  const probeReply = answerDoctorProbe(request);
  if (probeReply) headers.set("X-Doctor", probeReply);
  return new Response("ok\n", { headers });
}
