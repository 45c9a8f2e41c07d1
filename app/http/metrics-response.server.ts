import { metricsText } from "~/platform/metrics.server";

/** The metrics of this process with figures of the whole installation, as Prometheus reads them. */
export async function metricsResponse(figures: Record<string, number>): Promise<Response> {
  const { type, text } = await metricsText(figures);
  return new Response(text, { headers: { "Content-Type": type, "Cache-Control": "no-store" } });
}
