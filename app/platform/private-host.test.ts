import type { NetworkInterfaceInfo } from "node:os";
import { describe, expect, it } from "vitest";
import { isLoopback, isPrivateHost, lanUrls, normalizeHost } from "./private-host";

const isPrivateHostHeader = (host: string) => {
  const url = normalizeHost(host);
  return url !== undefined && isPrivateHost(url.hostname);
};

describe("private host", () => {
  it.each([
    [
      "this machine",
      ["localhost", "localhost:3000", "LOCALHOST", "127.0.0.1:3000", "127.8.9.1", "[::1]:3000"],
    ],
    ["a name of this machine", ["still.localhost:3000", "localhost."]],
    ["RFC 1918", ["10.0.0.1", "10.255.255.255:8080", "172.16.0.1", "172.31.255.255", "192.168.178.20:3000"]],
    ["RFC 4193", ["[fc00::1]", "[fd7a:115c:a1e0::1]:3000", "[FD12:3456::1]"]],
    ["link-local", ["169.254.7.7", "[fe80::1]:3000", "[febf::1]"]],
    ["IPv4 in IPv6", ["[::ffff:192.168.1.5]:3000", "[::ffff:7f00:1]"]],
    ["IPv4 in other letters", ["0x7f.1", "2130706433", "0300.0250.1.5"]],
    ["a single label", ["pi", "Nas:3000", "my_box", "pi."]],
    ["a private suffix", ["pi.local", "PI.LOCAL.:3000", "nas.lan", "a.b.internal", "pi.home.arpa"]],
    ["a tailnet", ["pi.tail1234.ts.net", "Pi.Tail1234.TS.net.:443"]],
  ])("includes %s", (_, hosts) => {
    for (const host of hosts) expect([host, isPrivateHostHeader(host)]).toEqual([host, true]);
  });

  it.each([
    ["a public name", ["journal.example.org", "evil.com", "evil.com.", "localhost.evil.com", "lan.org"]],
    [
      "a name that resembles a private one",
      ["evil-local.com", "pilocal.com", "xts.net", "ts.net", "home.arpa"],
    ],
    [
      "a name that begins with an IP address",
      ["10.0.0.1.nip.io", "127.0.0.1.evil.com", "192.168.1.5.sslip.io:3000"],
    ],
    [
      "an address next to a private network",
      ["11.0.0.1", "172.15.255.255", "172.32.0.1", "192.167.1.1", "192.169.0.1"],
    ],
    ["a public address", ["203.0.113.7:3000", "8.8.8.8", "[2001:db8::1]:3000", "[::ffff:8.8.8.8]", "1"]],
    ["the unspecified address", ["0.0.0.0:3000", "[::]:3000"]],
    ["a carrier-grade NAT address", ["100.64.0.1", "100.127.255.255:3000"]],
    ["multicast", ["224.0.0.1", "[ff02::1]"]],
    [
      "an invalid host",
      ["", " ", ":3000", ".", "..", "pi:99999", "pi:port", "[::1", "[fe80::1%25eth0]", "a,b", "pi lan"],
    ],
    [
      "a private name within a public URL",
      ["localhost@evil.com", "evil.com/localhost", "evil.com#.local", "evil.com?.lan", "evil.com\\.local"],
    ],
    ["eight kilobytes", ["a".repeat(8_192), `${"a.".repeat(4_096)}local`]],
    ["characters that browsers never send", ["pí.local", "pi.local\u0000", "ｌocalhost", "%6cocalhost"]],
  ])("excludes %s", (_, hosts) => {
    for (const host of hosts) expect([host, isPrivateHostHeader(host)]).toEqual([host, false]);
  });

  it("is this machine when it is a loopback name or IP address", () => {
    for (const host of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"]) expect(isLoopback(host)).toBe(true);
    for (const host of ["pi", "10.0.0.1", "127.0.0.1.evil.com", "[::2]"])
      expect(isLoopback(host)).toBe(false);
  });
});

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
])("a server on %s has the private URLs %j and the public URLs %j", (host, home, open) =>
  expect(lanUrls(host, 3000, INTERFACES)).toEqual({ home, open }),
);
