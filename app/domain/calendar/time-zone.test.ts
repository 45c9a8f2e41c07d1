import { describe, expect, it } from "vitest";
import { findTimeZone } from "./time-zone";

describe("the zone that a person means", () => {
  it.each([
    ["Europe/Berlin", "Europe/Berlin"],
    [" europe/berlin ", "Europe/Berlin"],
    ["berlin", "Europe/Berlin"],
    ["New York", "America/New_York"],
    ["são paulo", "America/Sao_Paulo"],
    ["utc", "UTC"],
    ["Asia/Kolkata", "Asia/Calcutta"],
    ["US/Pacific", "US/Pacific"],
  ])("%s is %s", (text, zone) => expect(findTimeZone(text)).toBe(zone));

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
  ])("%s is none", (text) => expect(findTimeZone(text)).toBeUndefined());

  it("is one that clocks can be read in, for every zone there is", () => {
    for (const zone of Intl.supportedValuesOf("timeZone")) {
      expect(findTimeZone(zone)).toBe(zone);
      expect(() => new Intl.DateTimeFormat("en", { timeZone: zone })).not.toThrow();
    }
  });
});
