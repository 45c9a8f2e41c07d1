import { createECDH } from "node:crypto";
import { deriveKey } from "~/platform/encryption.server";
import type { DeviceJwk } from "./device-key";
import type { Member } from "./member";

/**
 * The member's key pair for the offline queue of their devices: P-256, derived from the first key of the account, so that it
 * survives sealing, unsealing and a rotation of the key ring.
 */
export function deviceKey(member: Pick<Member, "firstKey">): DeviceJwk {
  const scalar = deriveKey(member.firstKey(), "device-queue");
  // Keeps the scalar below the order of the curve.
  scalar.writeUInt8(scalar.readUInt8(0) & 0x7f, 0);
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(scalar);
  const point = pair.getPublicKey();
  return {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
    d: scalar.toString("base64url"),
  };
}
