import { BlockList, isIP } from "node:net";
import type { NetworkInterfaceInfo } from "node:os";

/** Loopback, private (RFC 1918, RFC 4193) and link-local networks; `check` also covers IPv4-mapped IPv6 addresses. */
const PRIVATE_NETWORKS = new BlockList();
for (const [network, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
] as const)
  PRIVATE_NETWORKS.addSubnet(network, bits, "ipv4");
PRIVATE_NETWORKS.addAddress("::1", "ipv6");
PRIVATE_NETWORKS.addSubnet("fc00::", 7, "ipv6");
PRIVATE_NETWORKS.addSubnet("fe80::", 10, "ipv6");

const withoutBrackets = (hostname: string) => hostname.replace(/^\[|\]$/g, "");

/** Whether the `hostname` of a URL is an IP address. */
export const isIpLiteral = (hostname: string): boolean => isIP(withoutBrackets(hostname)) > 0;

/** Whether the `hostname` of a URL is an IP address of this machine or a private network; false for names. */
export function isPrivateAddress(hostname: string): boolean {
  const address = withoutBrackets(hostname);
  const version = isIP(address);
  return version > 0 && PRIVATE_NETWORKS.check(address, version === 6 ? "ipv6" : "ipv4");
}

const PRIVATE_SUFFIX = /\.(localhost|local|lan|internal|home\.arpa|ts\.net)$/;

/** The longest DNS name with a port fits. */
const MAX_HOST_LENGTH = 260;

/** The URL of a Host header, normalized as browsers do; undefined if the header is invalid. */
export function normalizeHost(host: string | null | undefined, protocol = "http:"): URL | undefined {
  if (!host || host.length > MAX_HOST_LENGTH || /[^\w.:[\]-]/.test(host)) return undefined;
  const url = `${protocol}//${host}`;
  return URL.canParse(url) ? new URL(url) : undefined;
}

/**
 * Whether the `hostname` of a URL is this machine or in a private network. Any other name could be an attacker's that
 * resolves to this server (DNS rebinding), whose pages would then share the origin of this site.
 */
export function isPrivateHost(hostname: string): boolean {
  if (isIpLiteral(hostname)) return isPrivateAddress(hostname);
  const name = hostname.replace(/\.$/, "");
  return name !== "" && (!name.includes(".") || PRIVATE_SUFFIX.test(name));
}

/** Whether the `hostname` of a URL is a name in a tailnet, which anyone can register. */
export const isTailnetName = (hostname: string): boolean => /\.ts\.net\.?$/.test(hostname);

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether the `hostname` of a URL is this machine. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

const ANY_HOST = new Set(["0.0.0.0", "::", "[::]"]);

/**
 * The URLs of a server that listens on `host` for other machines: `home` in private networks, `open` in public ones.
 * Link-local IPv6 addresses are omitted, because browsers accept no zone id.
 */
export function lanUrls(
  host: string,
  port: number,
  interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>,
): { home: string[]; open: string[] } {
  const all = Object.values(interfaces).flatMap((addresses) => addresses ?? []);
  const urls = all
    .filter(({ internal, address }) => !internal && !/^fe80:/i.test(address))
    .filter(({ address, family }) =>
      ANY_HOST.has(host) ? family === "IPv4" || host !== "0.0.0.0" : address === host,
    )
    .map(({ address, family }) => new URL(`http://${family === "IPv6" ? `[${address}]` : address}:${port}`));
  const originsOf = (isPrivate: boolean) =>
    urls.filter(({ hostname }) => isPrivateHost(hostname) === isPrivate).map(({ origin }) => origin);
  return { home: originsOf(true), open: originsOf(false) };
}
