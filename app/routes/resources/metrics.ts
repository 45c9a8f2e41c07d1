import type { LoaderFunctionArgs } from "@remix-run/node";
import { instanceStats } from "~/domain/administration/health/instance-metrics.server";
import { mayReadMetrics, metricsResponse } from "~/http/monitoring.server";

/** Prometheus metrics, with the operator's token; 404 without it. */
export async function loader({ request }: LoaderFunctionArgs) {
  if (!mayReadMetrics(request))
    return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
  return metricsResponse(await instanceStats().catch(() => ({})));
}
