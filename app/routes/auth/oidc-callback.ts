import type { LoaderFunctionArgs } from "@remix-run/node";
import { runLoader } from "~/http/guards.server";
import { completeOidcFlow } from "~/http/oidc-flow.server";

/** Completes the OIDC authorization flow with a single-use code. */
export const loader = ({ request }: LoaderFunctionArgs) => runLoader(() => completeOidcFlow(request));
