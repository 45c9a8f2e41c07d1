import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";
import { isHttps } from "~/platform/env.server";

const HEADERS = [
  helmet.xContentTypeOptions(),
  // "no-referrer" makes browsers send `Origin: null` with a form, which then depends on its token alone.
  helmet.referrerPolicy({ policy: "same-origin" }),
  helmet.crossOriginOpenerPolicy(),
  helmet.crossOriginResourcePolicy(),
  helmet.xFrameOptions({ action: "deny" }),
  ...(isHttps ? [helmet.strictTransportSecurity({ maxAge: 31_536_000 })] : []),
];
const PERMISSIONS_POLICY =
  "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), browsing-topics=()";

/** Sets the headers of every response. No route sets them, because Remix would append its value. */
export function setSecurityHeaders(request: IncomingMessage, response: ServerResponse): void {
  for (const setHeader of HEADERS) setHeader(request, response, () => undefined);
  response.setHeader("Permissions-Policy", PERMISSIONS_POLICY);
}
