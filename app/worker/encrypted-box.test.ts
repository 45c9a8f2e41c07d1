import { expect, it } from "vitest";
import { decryptJson, encryptJson, importPrivateKey, importPublicKey } from "./encrypted-box";

const newKey = async () => {
  const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
  return crypto.subtle.exportKey("jwk", pair.privateKey);
};

it("decrypts only with the matching private key and unaltered bytes", async () => {
  const own = await newKey();
  const words = [["body", "Only water, and the sound of it."]];
  const box = await encryptJson(await importPublicKey(own), words);
  expect(Buffer.from(box.ciphertext).toString("latin1")).not.toContain("water");
  const privateKey = await importPrivateKey(own);
  expect(privateKey.extractable).toBe(false);
  expect(await decryptJson(privateKey, box)).toEqual(words);
  await expect(decryptJson(await importPrivateKey(await newKey()), box)).rejects.toThrow();
  const bytes = new Uint8Array(box.ciphertext);
  bytes.set([(bytes[0] ?? 0) ^ 1]);
  await expect(decryptJson(privateKey, box)).rejects.toThrow();
});
