import { describe, expect, it } from "vitest";
import { findTimeZone } from "./time-zone";

describe("a typed time zone", () => {
  it.each([
    ["Europe/Berlin", "Europe/Berlin"],
    [" europe/berlin ", "Europe/Berlin"],
    ["berlin", "Europe/Berlin"],
    ["New York", "America/New_York"],
    ["são paulo", "America/Sao_Paulo"],
    ["utc", "UTC"],
    ["Asia/Kolkata", "Asia/Calcutta"],
    ["US/Pacific", "US/Pacific"],
  ])("resolves %s to %s", (text, zone) => expect(findTimeZone(text)).toBe(zone));

  it.each([
    "",
    "Atlantis",
    "../etc",
    "+02:00",
    "constructor",
    "__proto__",
    "x".repeat(100),
    "Europe/",
    "Europe/Nowhere",
  ])("rejects %s", (text) => expect(findTimeZone(text)).toBeUndefined());

  it("resolves every listed zone to one that Intl accepts", () => {
    for (const zone of Intl.supportedValuesOf("timeZone")) {
      expect(findTimeZone(zone)).toBe(zone);
      expect(() => new Intl.DateTimeFormat("en", { timeZone: zone })).not.toThrow();
    }
  });
});
