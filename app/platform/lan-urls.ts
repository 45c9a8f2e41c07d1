import type { NetworkInterfaceInfo } from "node:os";
import { isPrivateHost } from "./private-host";

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
