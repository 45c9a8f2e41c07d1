import { describe, expect, it } from "vitest";
import { clientAddress, deviceName, networkOf, subnetOf } from "./client-address.server";
import { parseRange } from "./responses.server";

describe("client address", () => {
  it("reads X-Forwarded-For only behind trusted proxies", () => {
    expect(clientAddress("::ffff:192.0.2.7", "6.6.6.6", 0)).toBe("192.0.2.7");
    expect(clientAddress("127.0.0.1", "6.6.6.6, 9.9.9.9", 1)).toBe("9.9.9.9");
    expect(clientAddress("127.0.0.1", "6.6.6.6, 9.9.9.9", 2)).toBe("6.6.6.6");
    expect(clientAddress("127.0.0.1", undefined, 1)).toBe("127.0.0.1");
  });

  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002:ffff::", "2001:db8:1:2::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ])("counts %s as the network %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe("subnet", () => {
  it.each([
    ["192.0.2.7", "192.0.2.0/24"],
    ["2001:db8:1:2ff:3:4:5:6", "2001:db8:1:200::/56"],
    ["2001:db8::9", "2001:db8:0:0::/56"],
    ["unknown", "unknown"],
  ])("counts %s as %s", (address, subnet) => {
    expect(subnetOf(address)).toBe(subnet);
  });
});

describe("device name", () => {
  it.each([
    ["Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox on Linux"],
    [
      "Mozilla/5.0 (Linux; Android 7.0) AppleWebKit/537.36 Chrome/90.0 Mobile Safari/537.36",
      "Chrome on Android",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 10_3 like Mac OS X) AppleWebKit/603.1 Version/10.0 Safari/602.1",
      "Safari on iOS",
    ],
    ["Lynx/2.9.0 libwww-FM/2.14", "Lynx"],
    ["<script>alert(1)</script>", "A browser"],
  ])("describes %s as %s", (agent, name) => {
    expect(deviceName(agent)).toBe(name);
  });
});

it.each([
  [null, "whole"],
  ["bytes=0-", { start: 0, end: 99 }],
  ["bytes=10-19", { start: 10, end: 19 }],
  ["bytes=90-500", { start: 90, end: 99 }],
  ["bytes=-10", { start: 90, end: 99 }],
  ["bytes=-500", { start: 0, end: 99 }],
  ["bytes=100-", null],
  ["bytes=-0", null],
  ["bytes=20-10", "whole"],
  ["bytes=0-1,5-6", "whole"],
  ["lines=1-2", "whole"],
  ["bytes=99999999999999999999-", "whole"],
])("parses the range %s", (header, range) => {
  expect(parseRange(header, 100)).toEqual(range);
});
