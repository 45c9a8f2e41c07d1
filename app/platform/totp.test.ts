import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { matchTotp, newTotpSecret, otpauthUri } from "./totp.server";

// "12345678901234567890" of RFC 6238, appendix B, in base32.
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const at = new Date(1_700_000_000_000);
const STEP = Math.floor(at.getTime() / 30_000);
const codeOf = (step: number) =>
  TOTP.generate({ secret: Secret.fromBase32(SECRET), timestamp: step * 30_000 });

describe("one-time codes", () => {
  // The RFC lists eight digits; a code of six is their end.
  it.each([
    [59, "94287082"],
    [1111111109, "07081804"],
    [1111111111, "14050471"],
    [1234567890, "89005924"],
    [2000000000, "69279037"],
    [20000000000, "65353130"],
  ])("match RFC 6238 at second %i", (second, code) => {
    const step = Math.floor(second / 30);
    expect(matchTotp(SECRET, code.slice(2), new Date(second * 1000), 0)).toBe(step);
  });

  it("are accepted one step early or late", () => {
    for (const offset of [-1, 0, 1])
      expect(matchTotp(SECRET, codeOf(STEP + offset), at, 0)).toBe(STEP + offset);
    for (const offset of [-2, 2]) expect(matchTotp(SECRET, codeOf(STEP + offset), at, 0)).toBeNull();
  });

  it("are rejected at or before the last accepted step", () => {
    expect(matchTotp(SECRET, codeOf(STEP), at, STEP)).toBeNull();
    expect(matchTotp(SECRET, codeOf(STEP - 1), at, STEP)).toBeNull();
    expect(matchTotp(SECRET, codeOf(STEP + 1), at, STEP)).toBe(STEP + 1);
  });

  it("are accepted after a last step recorded by a clock that ran ahead", () => {
    expect(matchTotp(SECRET, codeOf(STEP), at, STEP + 5_760)).toBe(STEP);
    expect(matchTotp(SECRET, codeOf(STEP), at, STEP + 1)).toBeNull();
  });

  it("have six digits and may contain spaces", () => {
    const code = codeOf(STEP);
    expect(matchTotp(SECRET, ` ${code.slice(0, 3)} ${code.slice(3)}`, at, 0)).toBe(STEP);
    const wide = [...code].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join("");
    for (const wrong of ["", "000", `${code}0`, wide, "12345é", "🕊🕊🕊"])
      expect(matchTotp(SECRET, wrong, at, 0)).toBeNull();
  });

  it("have secrets of 160 bits", () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(newTotpSecret());
  });

  it("have an otpauth URI with every parameter", () => {
    const uri = new URL(otpauthUri(SECRET, "a+b@example.test"));
    expect(decodeURIComponent(uri.pathname)).toContain("Still and Know:a+b@example.test");
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: "Still and Know",
      secret: SECRET,
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    });
  });
});
