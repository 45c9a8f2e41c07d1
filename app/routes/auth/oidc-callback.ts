import type { LoaderFunctionArgs } from "@remix-run/node";
import { orUnavailable } from "~/http/loaders.server";
import { completeOidcFlow } from "~/http/oidc-flow.server";

/** Back from the house's own sign-in, with a code that counts once. */
export const loader = ({ request }: LoaderFunctionArgs) => orUnavailable(() => completeOidcFlow(request));
