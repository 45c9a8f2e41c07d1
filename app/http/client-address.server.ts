import { isIPv6 } from "node:net";

/** Set by our own server hook for every request; whatever a client sent under this name is overwritten. */
export const CLIENT_ADDRESS_HEADER = "x-client-address";

/** The client's address: the peer, or, behind `proxies` trusted proxies, that many places from the right of X-Forwarded-For. */
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

/** The network that lockouts count by: an IPv4 address whole, an IPv6 address by its first 64 bits. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail = ""] = address.split("%")[0]?.split("::") ?? [];
  const left = head ? head.split(":") : [];
  const right = tail ? tail.split(":") : [];
  const zeros = address.includes("::")
    ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0")
    : [];
  const groups = [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(":")}::/64`;
}

/** The network of the client that sent this request. */
export function clientNetwork(request: Request): string {
  return networkOf(request.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown");
}
