import type { LoaderFunctionArgs } from "@remix-run/node";
import { runLoader } from "~/http/guards.server";
import { completeOidcFlow } from "~/http/oidc-flow.server";

/** Back from the house's own sign-in, with a code that counts once. */
export const loader = ({ request }: LoaderFunctionArgs) => runLoader(() => completeOidcFlow(request));
