/** A private P-256 key as JSON Web Key (RFC 7518, section 6.2). */
export type DeviceJwk = { kty: "EC"; crv: "P-256"; x: string; y: string; d: string };

/** Response to the service worker of an unlocked session: the key of its offline queue. `lockAfter` is in minutes. */
export type DeviceKeyResponse = { owner: string; lockAfter: number | null; key: DeviceJwk };
