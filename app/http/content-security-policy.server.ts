import * as paths from "~/paths";
import { env, isProduction } from "~/platform/env.server";
import { providerOrigins } from "~/platform/oidc/provider.server";

/** Where browsers tell of breaches of the policy. */
const CSP_REPORTS = paths.cspReports();

/** Browsers follow a form's redirect only to where it may go: besides here, to the pages on which people pay and sign in. */
function formTargets(): string[] {
  const provider = providerOrigins();
  if (!env.STRIPE_SECRET_KEY) return ["'self'", ...provider];
  const other = env.STRIPE_API_URL ? [new URL(env.STRIPE_API_URL).origin] : [];
  return ["'self'", "https://checkout.stripe.com", "https://billing.stripe.com", ...other, ...provider];
}

/** The content security policy of one document. */
export function contentSecurityPolicy(nonce: string): string {
  // The development server injects its own scripts, styles and socket.
  if (!isProduction && env.NODE_ENV === "development") return "object-src 'none'; base-uri 'none'";
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `form-action ${formTargets().join(" ")}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    `report-uri ${CSP_REPORTS}`,
  ].join("; ");
}
