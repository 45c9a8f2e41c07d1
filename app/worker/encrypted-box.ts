/** Bytes encrypted for the holder of a private key: ephemeral ECDH on P-256, HKDF with SHA-256, AES-256-GCM. */
export type EncryptedBox = { ephemeralKey: ArrayBuffer; ciphertext: ArrayBuffer };

const CURVE = { name: "ECDH", namedCurve: "P-256" };
/** A constant nonce is safe because every box has its own key. */
const NONCE = new Uint8Array(12);

export const importPublicKey = ({ kty, crv, x, y }: JsonWebKey): Promise<CryptoKey> =>
  crypto.subtle.importKey("jwk", { kty, crv, x, y }, CURVE, false, []);

/** Imports a private key as non-extractable. */
export const importPrivateKey = ({ kty, crv, x, y, d }: JsonWebKey): Promise<CryptoKey> =>
  crypto.subtle.importKey("jwk", { kty, crv, x, y, d }, CURVE, false, ["deriveBits"]);

async function deriveBoxKey(
  privateKey: CryptoKey,
  publicKey: CryptoKey,
  ephemeralKey: ArrayBuffer,
  usage: "encrypt" | "decrypt",
): Promise<CryptoKey> {
  const shared = await crypto.subtle.deriveBits({ name: "ECDH", public: publicKey }, privateKey, 256);
  const material = await crypto.subtle.importKey("raw", shared, "HKDF", false, ["deriveKey"]);
  const hkdf = { name: "HKDF", hash: "SHA-256", salt: ephemeralKey, info: new Uint8Array() };
  return crypto.subtle.deriveKey(hkdf, material, { name: "AES-GCM", length: 256 }, false, [usage]);
}

export async function encryptBox(publicKey: CryptoKey, plain: BufferSource): Promise<EncryptedBox> {
  const ephemeral = await crypto.subtle.generateKey(CURVE, true, ["deriveBits"]);
  const ephemeralKey = await crypto.subtle.exportKey("raw", ephemeral.publicKey);
  const key = await deriveBoxKey(ephemeral.privateKey, publicKey, ephemeralKey, "encrypt");
  return {
    ephemeralKey,
    ciphertext: await crypto.subtle.encrypt({ name: "AES-GCM", iv: NONCE }, key, plain),
  };
}

/** @throws if the box was encrypted for another key or was altered */
export async function decryptBox(
  privateKey: CryptoKey,
  { ephemeralKey, ciphertext }: EncryptedBox,
): Promise<ArrayBuffer> {
  const ephemeral = await crypto.subtle.importKey("raw", ephemeralKey, CURVE, false, []);
  const key = await deriveBoxKey(privateKey, ephemeral, ephemeralKey, "decrypt");
  return crypto.subtle.decrypt({ name: "AES-GCM", iv: NONCE }, key, ciphertext);
}

export const encryptJson = (publicKey: CryptoKey, value: unknown): Promise<EncryptedBox> =>
  encryptBox(publicKey, new TextEncoder().encode(JSON.stringify(value)));

export async function decryptJson(privateKey: CryptoKey, box: EncryptedBox): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode(await decryptBox(privateKey, box)));
}
