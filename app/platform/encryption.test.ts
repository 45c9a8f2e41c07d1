import { hkdfSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import fc, { anyCharacters } from "#tests/support/properties";
import { blindIndex, deriveKey, newWrappedKey, open, seal, unwrapKey, wrapKey } from "./encryption.server";

const key = (fill: number) => Buffer.alloc(32, fill);
const ring = [
  { id: "k2", key: key(2) },
  { id: "k1", key: key(1) },
];

describe("sealed values", () => {
  it("decrypt only with their key and associated data", () => {
    const sealed = seal(key(1), "be still", "journalEntries|a|content|1");
    expect(sealed.toString("latin1")).not.toContain("be still");
    expect(open(key(1), sealed, "journalEntries|a|content|1").toString()).toBe("be still");
    expect(() => open(key(1), sealed, "journalEntries|b|content|1")).toThrow("does not open");
    expect(() => open(key(2), sealed, "journalEntries|a|content|1")).toThrow("does not open");
    sealed[sealed.length - 1] = (sealed[sealed.length - 1] ?? 0) ^ 1;
    expect(() => open(key(1), sealed, "journalEntries|a|content|1")).toThrow("does not open");
    expect(() => open(key(1), Buffer.from("short"), "x")).toThrow("not a sealed value");
  });

  it("differ for equal texts", () => {
    expect(seal(key(1), "same", "p").equals(seal(key(1), "same", "p"))).toBe(false);
  });
});

describe("data keys", () => {
  it("are wrapped by the newest key and unwrapped by the key that wrapped them", () => {
    const wrapped = newWrappedKey("users|7", ring);
    expect(wrapped.keyId).toBe("k2");
    const dataKey = unwrapKey(wrapped, "users|7", ring);
    expect(dataKey).toHaveLength(32);
    expect(() => unwrapKey(wrapped, "users|8", ring)).toThrow();
    const old = wrapKey(dataKey, "users|7", 1, ring.slice(1));
    expect(unwrapKey(old, "users|7", ring).equals(dataKey)).toBe(true);
    expect(() => unwrapKey(old, "users|7", ring.slice(0, 1))).toThrow("no key k1");
  });
});

describe("derived keys", () => {
  it("equal those of Node's HKDF", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), anyCharacters(20), (bytes, purpose) => {
        const derived = deriveKey(Buffer.from(bytes), purpose);
        expect(derived.equals(Buffer.from(hkdfSync("sha256", bytes, "", purpose, 32)))).toBe(true);
      }),
      { seed: 5869 },
    );
  });
});

describe("blind index", () => {
  it("is equal for equal words of one user and differs between users", () => {
    const [own, foreign] = [deriveKey(key(1), "index"), deriveKey(key(2), "index")];
    expect(blindIndex(own, "Grace")).toBe(blindIndex(own, "grace"));
    expect(blindIndex(own, "grace")).not.toBe(blindIndex(foreign, "grace"));
    expect(blindIndex(own, "grace")).toHaveLength(11);
  });
});
