import {
  createHash,
  createHmac,
  generateKeyPairSync,
  randomBytes,
  sign as signWith,
  type KeyObject,
} from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

/** Options from the server that an authenticator reads. */
type AuthenticatorOptions = {
  challenge: string;
  rpId?: string;
  rp?: { id: string };
  user?: { id: string };
  extensions?: { prf?: { eval?: { first: string } } };
};

/** Faults of a response. */
export type Faults = {
  origin?: string;
  party?: string;
  challenge?: string;
  type?: string;
  verified?: boolean;
  counter?: number;
  handle?: string;
  id?: string;
  key?: KeyObject;
  fmt?: string;
  statement?: Map<string, unknown>;
};

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString("base64url");
const newKey = () => generateKeyPairSync("ec", { namedCurve: "P-256" });

/** A software authenticator with one passkey: ES256, resident, with a counter and injectable faults. */
export class SoftAuthenticator {
  readonly pair = newKey();
  readonly id = base64url(randomBytes(20));
  handle = "";
  counter = 0;
  readonly #origin: string;
  readonly #secret = randomBytes(32);

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Responds to `navigator.credentials.create`. */
  create(asked: AuthenticatorOptions, faults: Faults = {}) {
    this.handle = asked.user?.id ?? "";
    const id = faults.id ?? this.id;
    const { x = "", y = "" } = this.pair.publicKey.export({ format: "jwk" });
    const cose = new Map<number, number | Buffer>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]);
    const rawId = Buffer.from(id, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(rawId.length);
    const authData = Buffer.concat([
      this.#data(faults.party ?? asked.rp?.id ?? "", 0x40, faults),
      Buffer.alloc(16),
      length,
      rawId,
      isoCBOR.encode(cose as Parameters<typeof isoCBOR.encode>[0]),
    ]);
    const attestation = new Map<string, unknown>([
      ["fmt", faults.fmt ?? "none"],
      ["attStmt", faults.statement ?? new Map()],
      ["authData", new Uint8Array(authData)],
    ]);
    const attestationObject = base64url(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]));
    const { clientDataJSON } = this.#clientData("webauthn.create", asked, faults);
    return { ...named(id), response: { clientDataJSON, attestationObject, transports: ["internal"] } };
  }

  /** Responds to `navigator.credentials.get`. */
  get(asked: AuthenticatorOptions, faults: Faults = {}) {
    this.counter += 1;
    const data = this.#data(faults.party ?? asked.rpId ?? "", 0, faults);
    const { clientDataJSON, hash } = this.#clientData("webauthn.get", asked, faults);
    const signature = signWith("sha256", Buffer.concat([data, hash]), faults.key ?? this.pair.privateKey);
    return {
      ...named(faults.id ?? this.id),
      response: {
        clientDataJSON,
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: faults.handle ?? this.handle,
      },
    };
  }

  /** PRF output: deterministic for an input. */
  compute({ extensions }: AuthenticatorOptions): string {
    return base64url(
      createHmac("sha256", this.#secret)
        .update(extensions?.prf?.eval?.first ?? "")
        .digest(),
    );
  }

  #data(party: string, more: number, { verified = true, counter = this.counter }: Faults): Buffer {
    const rest = Buffer.alloc(5);
    rest[0] = 0x01 | (verified ? 0x04 : 0) | more;
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(party), rest]);
  }

  #clientData(type: string, asked: AuthenticatorOptions, faults: Faults) {
    const challenge = faults.challenge ?? asked.challenge;
    const json = JSON.stringify({
      type: faults.type ?? type,
      challenge,
      origin: faults.origin ?? this.#origin,
      crossOrigin: false,
    });
    return { clientDataJSON: base64url(json), hash: sha256(json) };
  }
}

const named = (id: string) => ({ id, rawId: id, type: "public-key" });
