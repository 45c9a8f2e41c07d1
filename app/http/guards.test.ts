import { describe, expect, it } from "vitest";
import { safeRedirect } from "./guards.server";

describe("redirect target", () => {
  it.each(["/journal", "/journal?slot=evening", "/journal/history?q=a%20b&page=x", "/settings/security"])(
    "accepts %s",
    (path) => {
      expect(safeRedirect(path)).toBe(path);
    },
  );

  it.each([
    "//evil.test",
    "/\\evil.test",
    "\\/evil.test",
    "/%09/evil.test",
    "/%5cevil.test",
    "/%2fevil.test",
    "https:evil.test",
    "https://evil.test",
    "javascript:alert(1)",
    "/login@evil.test",
    "/logout",
    "/auth/login",
    "/a\r\nSet-Cookie: x=1",
    "/a b",
    "/ä",
    "",
    "/" + "a".repeat(3000),
    null,
    ["/journal"],
  ])("replaces %j by the dashboard", (target) => {
    expect(safeRedirect(target)).toBe("/dashboard");
  });
});
