import { BlockList, isIP } from "node:net";
import type { NetworkInterfaceInfo } from "node:os";

/** Loopback, private (RFC 1918, RFC 4193) and link-local addresses, also where IPv6 wraps one of IPv4. */
const OWN_NETWORKS = new BlockList();
for (const [network, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
] as const)
  OWN_NETWORKS.addSubnet(network, bits, "ipv4");
OWN_NETWORKS.addAddress("::1", "ipv6");
OWN_NETWORKS.addSubnet("fc00::", 7, "ipv6");
OWN_NETWORKS.addSubnet("fe80::", 10, "ipv6");

const withoutBrackets = (hostname: string) => hostname.replace(/^\[|\]$/g, "");

/** Whether a host is an IP address and no name. Takes `hostname` of a `URL`. */
export const isIpLiteral = (hostname: string): boolean => isIP(withoutBrackets(hostname)) > 0;

/** Whether a host is a literal address of this machine or a private network; a name that begins like one is not. */
export function isPrivateAddress(hostname: string): boolean {
  const address = withoutBrackets(hostname);
  const version = isIP(address);
  return version > 0 && OWN_NETWORKS.check(address, version === 6 ? "ipv6" : "ipv4");
}

const HOME_ENDING = /\.(localhost|local|lan|internal|home\.arpa|ts\.net)$/;

/** Long enough for every name that DNS allows, with a port. */
const LONGEST_HOST = 260;

/** The address that a Host header names, in the letters a browser would write; undefined where it names no host. */
export function normalizeHost(host: string | null | undefined, protocol = "http:"): URL | undefined {
  if (!host || host.length > LONGEST_HOST || /[^\w.:[\]-]/.test(host)) return undefined;
  const address = `${protocol}//${host}`;
  return URL.canParse(address) ? new URL(address) : undefined;
}

/**
 * Whether a host is of this machine or of a network at home. Everyone on the internet can own another name and let it lead
 * here for a moment (DNS rebinding); their page would then be of the same origin as ours. Takes `hostname` of a `URL`.
 */
export function isPrivateHost(hostname: string): boolean {
  if (isIpLiteral(hostname)) return isPrivateAddress(hostname);
  const name = hostname.replace(/\.$/, "");
  return name !== "" && (!name.includes(".") || HOME_ENDING.test(name));
}

/** Whether a home host is a name that anyone can register: those of tailnets are public. Takes `hostname` of a `URL`. */
export const isTailnetName = (hostname: string): boolean => /\.ts\.net\.?$/.test(hostname);

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether a host is of this machine alone. Takes `hostname` of a `URL`. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

const EVERY = new Set(["0.0.0.0", "::", "[::]"]);

/**
 * The addresses by which people at other machines reach a server that listens on `host`. Those of IPv6 that hold only with the
 * name of a cable are left out, because a browser cannot be told it.
 */
export function lanUrls(
  host: string,
  port: number,
  interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>,
): { home: string[]; open: string[] } {
  const all = Object.values(interfaces).flatMap((some) => some ?? []);
  const reached = all
    .filter(({ internal, address }) => !internal && !/^fe80:/i.test(address))
    .filter(({ address, family }) =>
      EVERY.has(host) ? family === "IPv4" || host !== "0.0.0.0" : address === host,
    )
    .map(({ address, family }) => new URL(`http://${family === "IPv6" ? `[${address}]` : address}:${port}`));
  const isHome = ({ hostname }: URL) => isPrivateHost(hostname);
  return {
    home: reached.filter(isHome).map(({ origin }) => origin),
    open: reached.filter((url) => !isHome(url)).map(({ origin }) => origin),
  };
}
