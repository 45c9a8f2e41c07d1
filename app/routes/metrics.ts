import type { LoaderFunctionArgs } from "@remix-run/node";
import { installationFigures } from "~/domain/administration/alerts/installation-figures.server";
import { mayReadMetrics } from "~/http/metrics-access.server";
import { metricsAnswer } from "~/http/metrics-answer.server";

/** Prometheus' text, for programs on this machine or with the operator's token. */
export async function loader({ request }: LoaderFunctionArgs) {
  if (!mayReadMetrics(request)) return new Response("not for you\n", { status: 403 });
  return metricsAnswer(await installationFigures().catch(() => ({})));
}
