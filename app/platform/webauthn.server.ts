import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";

/** What passkeys prove (WebAuthn). Nobody who comes without one makes the server load the package. */
const load = () => import("@simplewebauthn/server");

/** EdDSA, ES256 and RS256: what authenticators make. */
const ALGORITHMS = [-8, -7, -257];

/** Where an answer has to come from, and whether its challenge is one that this browser was given a moment ago. */
export type PasskeyExpectation = { origin: string; isOurs: (challenge: string) => boolean };

/** What is stored of a passkey. */
export type PasskeyKey = { id: string; publicKey: Uint8Array; counter: number };

/** An answer that proves nothing; `message` says why, for the log. */
export class PasskeyError extends Error {
  override name = "PasskeyError";
}

/**
 * What every passkey is given to compute from (PRF): one text for all, because at the door nobody has said who they are. It is
 * no secret, and what comes of it is another value for each passkey. A change of it would close every journal to passkeys.
 */
const COMPUTED_FROM = Buffer.from("still-and-know|sealed-journal|1").toString("base64url");

/** The name by which authenticators know this house. */
const partyOf = (origin: string): string => new URL(origin).hostname;

/** What a browser is asked for a new passkey: one that can be found without a name, after a finger, a face or a PIN. */
export function creationOptions(
  { origin, challenge, house }: { origin: string; challenge: string; house: string },
  user: { handle: string; email: string; name: string },
  known: readonly { id: string; transports: readonly string[] }[],
  timeout: number,
) {
  return {
    challenge,
    timeout,
    rp: { id: partyOf(origin), name: house },
    user: { id: user.handle, name: user.email, displayName: user.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key" as const, alg })),
    excludeCredentials: known.map(({ id, transports }) => ({ type: "public-key" as const, id, transports })),
    authenticatorSelection: {
      residentKey: "required" as const,
      requireResidentKey: true,
      userVerification: "required" as const,
    },
    attestation: "none" as const,
    // Some authenticators compute later only for keys that were made for it.
    extensions: { prf: {} },
  };
}

/** What a browser is asked for one of the passkeys that it has, without a name, or for one of these alone. */
export const requestOptions = (
  origin: string,
  challenge: string,
  timeout: number,
  only: readonly { id: string; transports: readonly string[] }[] = [],
) => ({
  challenge,
  timeout,
  rpId: partyOf(origin),
  userVerification: "required" as const,
  allowCredentials: only.map(({ id, transports }) => ({ type: "public-key" as const, id, transports })),
  extensions: { prf: { eval: { first: COMPUTED_FROM } } },
});

/** The library says what is wrong by throwing; so does the parsing of what strangers send. */
async function orRefuse<T extends { verified: boolean }>(check: () => Promise<T>): Promise<T> {
  let result: T;
  try {
    result = await check();
  } catch (error) {
    throw new PasskeyError(String(error).slice(0, 200));
  }
  if (!result.verified) throw new PasskeyError("The signature is wrong.");
  return result;
}

/**
 * Checks what a browser has answered about a new passkey. We ask for no certificate of its maker and look at none: checking
 * one would fetch addresses that are written in it. @throws PasskeyError
 */
export async function checkNewPasskey(
  response: Omit<RegistrationResponseJSON, "clientExtensionResults">,
  { origin, isOurs }: PasskeyExpectation,
): Promise<PasskeyKey> {
  const { verifyRegistrationResponse } = await load();
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  const result = await orRefuse(async () => {
    const object = decodeAttestationObject(Buffer.from(response.response.attestationObject, "base64url"));
    const fmt = object.get("fmt");
    const isSelfSigned = fmt === "packed" && object.get("attStmt").get("x5c") === undefined;
    if (fmt !== "none" && !isSelfSigned) throw new PasskeyError("A certificate came that was not asked for.");
    return verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: isOurs,
      expectedOrigin: origin,
      expectedRPID: partyOf(origin),
      supportedAlgorithmIDs: ALGORITHMS,
    });
  });
  const { registrationInfo } = result;
  if (!registrationInfo || registrationInfo.credential.id !== response.id)
    throw new PasskeyError("It is named in two ways.");
  const { id, publicKey, counter } = registrationInfo.credential;
  return { id, publicKey, counter };
}

/**
 * Checks what a browser has answered with a passkey. @returns how often the passkey says that it was used: whether that is
 * later than before is for the caller to see, once the signature has proved it
 * @throws PasskeyError
 */
export async function checkPasskey(
  response: Omit<AuthenticationResponseJSON, "clientExtensionResults">,
  { id, publicKey }: Pick<PasskeyKey, "id" | "publicKey">,
  { origin, isOurs }: PasskeyExpectation,
): Promise<number> {
  const { verifyAuthenticationResponse } = await load();
  const { authenticationInfo } = await orRefuse(() =>
    verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: isOurs,
      expectedOrigin: origin,
      expectedRPID: partyOf(origin),
      credential: { id, publicKey: new Uint8Array(publicKey), counter: -1 },
    }),
  );
  return authenticationInfo.newCounter;
}
