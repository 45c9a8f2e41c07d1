import { isIPv4, isIPv6 } from "node:net";
import { t } from "~/i18n/t";

/** Set by app/server/observe-requests.server.ts for every request, over any value that the client sent. */
export const CLIENT_ADDRESS_HEADER = "x-client-address";

/** The client's IP address: the peer, or behind `proxies` trusted proxies the entry at that position from the right of X-Forwarded-For. */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  proxies: number,
): string {
  const direct = (peer ?? "unknown").replace(/^::ffff:/, "");
  if (proxies === 0 || !forwardedFor) return direct;
  const chain = forwardedFor.split(",").map((part) => part.trim());
  return chain[Math.max(0, chain.length - proxies)] ?? direct;
}

/** The network that lockouts count by: a whole IPv4 address, the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  return `${groupsOf(address)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/**
 * The first 24 bits of an IPv4 address, 56 of IPv6, too wide to identify a household. For the list of sessions, the audit
 * log, and limits that a client with many addresses must not bypass.
 */
export function subnetOf(address: string): string {
  if (isIPv4(address)) return `${address.split(".").slice(0, 3).join(".")}.0/24`;
  if (!isIPv6(address)) return address;
  const [first = 0, second = 0, third = 0, fourth = 0] = groupsOf(address);
  return `${[first, second, third, fourth & 0xff00].map((group) => group.toString(16)).join(":")}::/56`;
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = "", tail = ""] = address.split("%")[0]?.split("::") ?? [];
  const left = head ? head.split(":") : [];
  const right = tail ? tail.split(":") : [];
  const zeros = address.includes("::")
    ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0")
    : [];
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}

/** The network of the client that sent this request. */
export function clientNetwork(request: Pick<Request, "headers">): string {
  return networkOf(request.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown");
}

/** The subnet of the client that sent this request. */
export function clientSubnet(request: Request): string {
  return subnetOf(request.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown");
}

export const clientNetworks = (request: Request) => ({
  network: clientNetwork(request),
  subnet: clientSubnet(request),
});

const BROWSERS: readonly [RegExp, string][] = [
  [/lynx/i, "Lynx"],
  [/w3m/i, "w3m"],
  [/edg(e|a|ios)?\//i, "Edge"],
  [/opr\/|opera/i, "Opera"],
  [/samsungbrowser/i, "Samsung Internet"],
  [/firefox|fxios/i, "Firefox"],
  [/chrome|chromium|crios/i, "Chrome"],
  [/safari/i, "Safari"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/android/i, "Android"],
  [/iphone|ipad|ipod/i, "iOS"],
  [/windows/i, "Windows"],
  [/mac os x|macintosh/i, "macOS"],
  [/cros/i, "ChromeOS"],
  [/linux|x11/i, "Linux"],
];

/** A short description of a browser for the list of sessions. It contains nothing of the header itself. */
export function deviceName(userAgent: string): string {
  const pick = (table: readonly [RegExp, string][]) =>
    table.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = pick(BROWSERS) ?? t("A browser");
  const system = pick(SYSTEMS);
  return system ? t("{browser} on {system}", { browser, system }) : browser;
}
