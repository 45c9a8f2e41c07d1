import type { NetworkInterfaceInfo } from "node:os";
import { expect, it } from "vitest";
import { lanUrls } from "./lan-urls";

const at = (address: string, internal = false) =>
  ({ address, internal, family: address.includes(":") ? "IPv6" : "IPv4" }) as NetworkInterfaceInfo;
const INTERFACES = {
  lo: [at("127.0.0.1", true), at("::1", true)],
  eth0: [at("192.168.178.20"), at("fe80::1"), at("fd12::20"), at("203.0.113.7")],
  tailscale0: [at("100.101.102.103"), at("fd7a:115c:a1e0::1")],
  gone: undefined,
};

it.each([
  ["0.0.0.0", ["http://192.168.178.20:3000"], ["http://203.0.113.7:3000", "http://100.101.102.103:3000"]],
  [
    "::",
    ["http://192.168.178.20:3000", "http://[fd12::20]:3000", "http://[fd7a:115c:a1e0::1]:3000"],
    ["http://203.0.113.7:3000", "http://100.101.102.103:3000"],
  ],
  ["192.168.178.20", ["http://192.168.178.20:3000"], []],
  ["203.0.113.7", [], ["http://203.0.113.7:3000"]],
  ["127.0.0.1", [], []],
  ["localhost", [], []],
])("a server on %s is reached by others at %j, and openly at %j", (host, home, open) =>
  expect(lanUrls(host, 3000, INTERFACES)).toEqual({ home, open }),
);
