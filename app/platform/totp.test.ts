import { describe, expect, it } from "vitest";
import { matchTotp, newTotpSecret, totpCode, totpStep } from "./totp.server";

// "12345678901234567890" of RFC 6238, appendix B, in base32.
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("one-time codes", () => {
  it.each([
    [59, "94287082"],
    [1111111109, "07081804"],
    [1111111111, "14050471"],
    [1234567890, "89005924"],
    [2000000000, "69279037"],
    [20000000000, "65353130"],
  ])("at second %i are those of RFC 6238", (second, code) => {
    expect(totpCode(SECRET, totpStep(new Date(second * 1000)), 8)).toBe(code);
  });

  it("are taken one step early or late, and never twice", () => {
    const at = new Date(1_700_000_000_000);
    const step = totpStep(at);
    for (const offset of [-1, 0, 1])
      expect(matchTotp(SECRET, totpCode(SECRET, step + offset), at, 0)).toBe(step + offset);
    for (const offset of [-2, 2])
      expect(matchTotp(SECRET, totpCode(SECRET, step + offset), at, 0)).toBeNull();
    expect(matchTotp(SECRET, totpCode(SECRET, step), at, step)).toBeNull();
    expect(matchTotp(SECRET, "000", at, 0)).toBeNull();
  });

  it("have secrets of 160 bits", () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(newTotpSecret());
  });
});
